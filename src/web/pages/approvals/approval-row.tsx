// One request in a list: how risky, what, who asks and why, and how long there is.
import { Link } from '@tanstack/react-router'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import { printable } from '../../../lib/printable.ts'
import { RiskBadge } from '../../approvals/risk-badge.tsx'
import { sayOutcome, sayWho } from '../../approvals/say-outcome.ts'
import { STATE_TONES } from '../../approvals/state-tones.ts'
import { Ago } from '../../ui/ago.tsx'
import { Badge } from '../../ui/badge.tsx'
import { TimeLeft } from '../../ui/time-left.tsx'

export function ApprovalRow({ approval }: { readonly approval: Approval }) {
  const { id, title, risk, state, why, project, createdAt, expiresAt } = approval
  const isWaiting = state === 'waiting'
  return (
    <li
      data-approval={id}
      data-state={state}
      className="grid gap-x-3 gap-y-1 border-b border-line/60 py-2 last:border-0 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto]"
    >
      <div className="flex items-start gap-2 pt-0.5">
        {isWaiting ? <RiskBadge risk={risk} /> : <Badge tone={STATE_TONES[state]}>{state}</Badge>}
      </div>
      <div className="min-w-0">
        <Link
          to="/approvals/$id"
          params={{ id }}
          data-foreign
          className="line-clamp-2 font-mono text-sm hover:text-accent hover:underline"
        >
          {printable(title)}
        </Link>
        <p data-foreign className="line-clamp-2 text-xs text-quiet">
          {sayWho(approval)}
          {project === null ? '' : ` in ${project}`}
          {describe(isWaiting ? why : sayOutcome(approval))}
        </p>
      </div>
      <p className="flex gap-x-3 text-xs text-quiet sm:flex-col sm:items-end">
        <Ago at={createdAt} />
        {isWaiting && (
          <span className="text-worry">
            <TimeLeft until={expiresAt} />
          </span>
        )}
      </p>
    </li>
  )
}

const describe = (words: string) => (words === '' ? '' : ` · ${words}`)
