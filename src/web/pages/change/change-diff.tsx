// What a change makes different, file by file; those that need the most care first.
import { useMemo } from 'react'
import type { ChangeView, Tier } from '../../../protocol/changes/change.ts'
import { Command } from '../../ui/command.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { ChangedFile } from './changed-file.tsx'
import { splitPatch } from './split-patch.ts'

/** So many characters are open at first; the rest opens on demand, unless somebody has to read it. */
const OPEN_CHARS = 60_000
const RANKS: Readonly<Record<Tier, number>> = { forbidden: 0, care: 1, safe: 2 }

interface ChangeDiffProps {
  readonly change: Pick<ChangeView, 'files' | 'patch' | 'truncated' | 'base' | 'head'>
  /** Somebody is to decide on it: all of it is open. */
  readonly isToBeRead: boolean
}

export function ChangeDiff({ change, isToBeRead }: ChangeDiffProps) {
  const { files, patch, truncated, base, head } = change
  const patches = useMemo(() => splitPatch(patch), [patch])
  const ordered = useMemo(() => files.toSorted((a, b) => RANKS[a.tier] - RANKS[b.tier]), [files])
  const drawn = useGradually(ordered.length)
  let chars = 0
  return (
    <section aria-label="diff" className="grid gap-2">
      <h2 className="text-sm font-semibold">
        Diff <span className="font-normal text-quiet">{describeCount(files)}</span>
      </h2>
      {ordered.slice(0, drawn).map((file) => {
        const text = patches.get(file.path)
        chars += text?.length ?? 0
        return (
          <ChangedFile
            key={file.path}
            file={file}
            patch={text}
            opensAtOnce={isToBeRead || chars <= OPEN_CHARS}
          />
        )
      })}
      {truncated && (
        <Notice tone="worry" title="The rest is too long to be shown here.">
          Full diff, in the project’s folder:{' '}
          <Command text={`git diff ${base.slice(0, 12)} ${head.slice(0, 12)}`} />
        </Notice>
      )}
    </section>
  )
}

function describeCount(files: ChangeDiffProps['change']['files']): string {
  return files.length === 1 ? 'in one file' : `in ${files.length} files`
}
