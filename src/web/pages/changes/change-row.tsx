// One change in a list: how it stands, what it is for, who made it, how careful one has to be, and the last word about it.
import { Link } from '@tanstack/react-router'
import { printable } from '../../../lib/printable.ts'
import type { Change } from '../../../protocol/changes/change.ts'
import { describeRisk } from '../../../protocol/changes/describe-change.ts'
import { ChangeState } from '../../changes/change-state.tsx'
import { TIER_TONES } from '../../changes/change-states.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { sayActor } from '../../words/say-actor.ts'

export function ChangeRow({ change }: { readonly change: Change }) {
  const { id, project, description, state, tier, files, author, note, updatedAt } = change
  return (
    <li
      data-change={id}
      data-state={state}
      className="grid gap-x-3 gap-y-1 border-b border-line/60 py-2 last:border-0 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
    >
      <div className="pt-0.5 text-sm">
        <ChangeState state={state} />
      </div>
      <div className="min-w-0">
        <Link
          to="/changes/$id"
          params={{ id }}
          data-foreign
          className="line-clamp-2 text-sm font-medium hover:text-accent hover:underline"
        >
          {printable(description)}
        </Link>
        <p data-foreign className="line-clamp-2 text-xs text-quiet">
          {project} · {sayActor(author)} · {files.length} {files.length === 1 ? 'file' : 'files'}
          {note === null ? '' : ` · ${printable(note)}`}
        </p>
      </div>
      <p className="flex items-start gap-x-3 text-xs text-quiet sm:flex-col sm:items-end sm:gap-y-1">
        <Ago at={updatedAt} />
        <Badge tone={TIER_TONES[tier]}>{describeRisk(tier)}</Badge>
      </p>
    </li>
  )
}
