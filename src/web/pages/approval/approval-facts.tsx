// Who asks, why, since when and until when.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import { sayWho } from '../../approvals/say-outcome.ts'
import { ExactText } from '../../approvals/exact-text.tsx'
import { Ago } from '../../ui/ago.tsx'

export function ApprovalFacts({ approval }: { readonly approval: Approval }) {
  const { id, agent, generation, project, why, createdAt, expiresAt } = approval
  const facts: readonly (readonly [what: string, value: ReactNode])[] = [
    ['who', <Who key="who" approval={approval} />],
    ['life', agent === null ? null : generation],
    ['project', project],
    ['asked', <Ago key="asked" at={createdAt} />],
    ['until', new Date(expiresAt).toLocaleString()],
    ['id', <code key="id">{id}</code>],
  ]
  return (
    <div className="grid gap-2">
      {why !== '' && (
        <p data-foreign className="border-l-4 border-worry/60 pl-3 text-sm whitespace-pre-wrap">
          <span className="text-quiet">Why: </span>
          <ExactText text={why} />
        </p>
      )}
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
        {facts
          .filter(([, value]) => value !== null)
          .map(([what, value]) => (
            <div key={what} className="flex gap-1">
              <dt className="text-quiet">{what}</dt>
              <dd data-foreign>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}

function Who({ approval }: { readonly approval: Approval }) {
  const words = sayWho(approval)
  if (approval.agent === null) return words
  return (
    <Link to="/agents/$name" params={{ name: approval.agent }} className="text-accent underline">
      {words}
    </Link>
  )
}
