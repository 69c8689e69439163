// One request whole: exactly what is asked for, who asks and why, and the place to say yes or no to it.
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RefusedRequest } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import type { Approval } from '../../../protocol/approvals/approval.ts'
import type { ApprovalId } from '../../../protocol/ids.ts'
import { STATE_TONES } from '../../approvals/state-tones.ts'
import { ContentView } from '../../approvals/content-view.tsx'
import { RiskBadge } from '../../approvals/risk-badge.tsx'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TimeLeft } from '../../ui/time-left.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import { Decide } from './decide.tsx'
import { Outcome } from './outcome.tsx'
import { useSeenToEnd } from '../../approvals/use-seen-to-end.ts'

export function ApprovalPage() {
  const { id } = useParams({ from: '/approvals/$id' })
  const { data, error } = useRoute('GET /api/approvals/:id', { params: { id: id as ApprovalId }, query: {} })
  return (
    <div className="mx-auto grid max-w-4xl gap-3">
      <p className="text-sm">
        <Link to="/approvals" className="text-accent underline">
          All approvals
        </Link>
      </p>
      {!data && <h1 className="text-xl font-semibold">Approval</h1>}
      {error && (
        <Notice tone="bad" title={`The approval can’t be shown: ${error.message}`}>
          {error instanceof RefusedRequest ? error.hint : 'The server does not answer.'}
        </Notice>
      )}
      {data && <Whole key={data.id} approval={data} />}
    </div>
  )
}

function Whole({ approval }: { readonly approval: Approval }) {
  // What a person reads stays on the page: should the request become another one, they are told before they decide on it.
  const [read, setRead] = useState(approval)
  const [end, isSeen] = useSeenToEnd(read.sha256)
  const isSame = read.sha256 === approval.sha256
  const isWaiting = approval.state === 'waiting'
  return (
    <>
      <Head approval={approval} />
      <ApprovalFacts approval={approval} />
      <ContentView {...read} />
      <div ref={end} className="h-px" />
      {!isSame && (
        <Notice tone="bad" title="The request has changed.">
          <p className="mb-2">Above is the request as it was when you opened this page.</p>
          <Button onClick={() => setRead(approval)}>Show the current request</Button>
        </Notice>
      )}
      {isWaiting && isSame && <Decide approval={read} isSeen={isSeen} />}
      {!isWaiting && <Outcome approval={approval} />}
    </>
  )
}

function Head({ approval: { title, state, risk, expiresAt } }: { readonly approval: Approval }) {
  return (
    <header className="grid gap-2">
      <h1 data-foreign className="text-lg font-semibold">
        {printable(title)}
      </h1>
      <div className="flex flex-wrap items-center gap-2 text-sm" data-state={state}>
        <Badge tone={STATE_TONES[state]}>{state}</Badge>
        <RiskBadge risk={risk} />
        {state === 'waiting' && (
          <span className="text-xs text-worry">
            <TimeLeft until={expiresAt} />
          </span>
        )}
      </div>
    </header>
  )
}
