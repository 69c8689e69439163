// The changes of one file as text, foldable. Marks that would turn a line around or hide a part of it are written out.
import { useState } from 'react'
import { printable } from '../../../lib/printable.ts'
import type { FileChange } from '../../../protocol/agents/work-diff.ts'
import { Badge } from '../../ui/badge.tsx'
import type { PatchLine } from './parse-patch.ts'

interface FileDiffProps {
  readonly file: FileChange
  readonly lines: readonly PatchLine[]
  readonly isUncommitted: boolean
  readonly opensAtOnce: boolean
}

const LINES_MAX = 3000
const LINE_MAX_CHARS = 2000

export function FileDiff({ file, lines, isUncommitted, opensAtOnce }: FileDiffProps) {
  const [isOpen, setOpen] = useState(opensAtOnce)
  return (
    <details
      data-file={file.path}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-lg border border-line bg-surface"
    >
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-2 gap-y-1 px-3 py-1.5 text-sm">
        <code data-foreign className="font-mono text-xs">
          {printable(file.path)}
        </code>
        <span className="text-xs text-quiet">{file.status}</span>
        {isUncommitted && <Badge tone="worry">not committed</Badge>}
        <span className="ml-auto text-xs tabular-nums">{file.binary ? 'binary' : <Counts {...file} />}</span>
      </summary>
      {isOpen && <Lines path={file.path} lines={lines} />}
    </details>
  )
}

function Counts({ added, removed }: Pick<FileChange, 'added' | 'removed'>) {
  return (
    <>
      <span className="text-well">+{added}</span> <span className="text-bad">−{removed}</span>
    </>
  )
}

const LOOKS: Readonly<Record<PatchLine['kind'], string>> = {
  added: 'bg-well/12',
  removed: 'bg-bad/12',
  same: '',
  hunk: 'bg-raised text-quiet',
  note: 'text-quiet',
}
const SIGNS: Readonly<Record<PatchLine['kind'], string>> = {
  added: '+',
  removed: '−',
  same: ' ',
  hunk: ' ',
  note: ' ',
}

function Lines({ path, lines }: { readonly path: string; readonly lines: readonly PatchLine[] }) {
  if (lines.length === 0) return <p className="px-3 pb-2 text-xs text-quiet">No text to show.</p>
  return (
    <div
      role="region"
      aria-label={`changes of ${printable(path)}`}
      tabIndex={0}
      className="overflow-x-auto border-t border-line font-mono text-xs leading-5"
    >
      <div className="w-fit min-w-full">
        {lines.slice(0, LINES_MAX).map(({ kind, text, before, after }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a line has nothing else to be known by
          <div key={index} data-line={kind} className={`flex ${LOOKS[kind]}`}>
            <LineNumber value={before} />
            <LineNumber value={after} />
            <span className="w-4 shrink-0 text-center">{SIGNS[kind]}</span>
            <code className="pr-3 whitespace-pre [unicode-bidi:isolate]">
              {printable(text.slice(0, LINE_MAX_CHARS))}
            </code>
          </div>
        ))}
      </div>
      {lines.length > LINES_MAX && (
        <p className="px-3 py-1 text-quiet">{lines.length - LINES_MAX} more lines</p>
      )}
    </div>
  )
}

function LineNumber({ value }: { readonly value: number | null }) {
  return <span className="w-10 shrink-0 pr-1 text-right text-quiet tabular-nums select-none">{value}</span>
}
