// One file of a change: how careful one has to be with it and why, and what is different in it, to the last character.
import { useMemo, useState } from 'react'
import type { Change } from '../../../protocol/changes/change.ts'
import { describeRisk } from '../../../protocol/changes/describe-change.ts'
import { DiffView } from '../../approvals/diff-view.tsx'
import { EXACT_CLASS, ExactText } from '../../approvals/exact-text.tsx'

import { TIER_TONES } from '../../changes/change-states.ts'
import { Badge } from '../../ui/badge.tsx'
import { readFilePatch } from './read-file-patch.ts'

interface ChangedFileProps {
  readonly file: Change['files'][number]
  /** Undefined when there is nothing to be shown as text. */
  readonly patch: string | undefined
  readonly opensAtOnce: boolean
}

export function ChangedFile({ file, patch, opensAtOnce }: ChangedFileProps) {
  const [isOpen, setOpen] = useState(opensAtOnce)
  const { path, status, tier, why, added, removed, binary } = file
  return (
    <details
      data-file={path}
      data-tier={tier}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-2 gap-y-1 px-3 py-1.5 text-sm">
        <code data-foreign className={EXACT_CLASS}>
          <ExactText text={path} />
        </code>
        <span className="text-xs text-quiet">{status}</span>
        <Badge tone={TIER_TONES[tier]}>{describeRisk(tier)}</Badge>
        <span data-foreign className="text-xs text-quiet">
          {why}
        </span>
        <span className="ml-auto text-xs tabular-nums">
          {binary ? (
            'binary'
          ) : (
            <>
              <span className="text-well">+{added}</span> <span className="text-bad">−{removed}</span>
            </>
          )}
        </span>
      </summary>
      {isOpen && <Lines patch={patch} />}
    </details>
  )
}

function Lines({ patch }: { readonly patch: string | undefined }) {
  const lines = useMemo(() => (patch === undefined ? [] : readFilePatch(patch)), [patch])
  if (lines.length === 0) return <p className="px-3 pb-2 text-xs text-quiet">No text to show.</p>
  return (
    <div className="border-t border-line py-1">
      <DiffView lines={lines} />
    </div>
  )
}
