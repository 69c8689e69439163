// What became of a request, and the way to the next one that waits.
import { Link, useNavigate } from '@tanstack/react-router'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import { sayOutcome } from '../../approvals/say-outcome.ts'
import { STATE_TONES } from '../../approvals/state-tones.ts'
import { useApprovals } from '../../approvals/use-approvals.ts'
import { Ago } from '../../ui/ago.tsx'
import { KeptWith } from './kept-with.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useKey } from '../../ui/use-key.ts'

export function Outcome({ approval }: { readonly approval: Approval }) {
  const { state, decision, ended, usedAt } = approval
  const at = decision?.at ?? ended?.at
  return (
    <div className="grid gap-3" data-outcome={state}>
      <Notice tone={STATE_TONES[state]} title={sayOutcome(approval)}>
        {at !== undefined && <Ago at={at} />}
        {usedAt !== null && (
          <>
            , used <Ago at={usedAt} />
          </>
        )}
      </Notice>
      {decision !== null && <KeptWith approval={approval.id} />}
      <Next after={approval.id} />
    </div>
  )
}

/** The list may not have heard yet that this one is over. */
function Next({ after }: { readonly after: string }) {
  const waiting = useApprovals().waiting.filter(({ id }) => id !== after)
  const navigate = useNavigate()
  const [next] = waiting
  useKey('n', () => {
    if (next) void navigate({ to: '/approvals/$id', params: { id: next.id } })
  })
  if (!next) return null
  return (
    <p className="text-sm">
      <Link to="/approvals/$id" params={{ id: next.id }} className="text-accent underline">
        Next approval
      </Link>{' '}
      <span className="text-quiet">
        of {waiting.length} waiting (<kbd>n</kbd>)
      </span>
    </p>
  )
}
