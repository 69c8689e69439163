// One change whole: how it stands and why, its steps and checks, what is different, and what a person can do about it.
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RefusedRequest } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import type { ChangeView } from '../../../protocol/changes/change.ts'
import { describeRisk } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import { useSeenToEnd } from '../../approvals/use-seen-to-end.ts'
import { ChangeState } from '../../changes/change-state.tsx'
import { TIER_TONES } from '../../changes/change-states.ts'
import { Overlaps } from '../../changes/overlaps.tsx'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AnswerReview } from './answer-review.tsx'
import { ChangeActs } from './change-acts.tsx'
import { ChangeChecks } from './change-checks.tsx'
import { ChangeDiff } from './change-diff.tsx'
import { ChangeFacts } from './change-facts.tsx'
import { ChangeSteps } from './change-steps.tsx'
import { ChangeWord } from './change-word.tsx'
import { decisionOn } from './decision-on.ts'
import { LetGo } from './let-go.tsx'

export function ChangePage() {
  const { id } = useParams({ from: '/changes/$id' })
  const { data, error } = useRoute('GET /api/improvements/:id', { params: { id: id as ChangeId } })
  return (
    <div className="mx-auto grid max-w-5xl gap-4">
      <p className="text-sm">
        <Link to="/changes" className="text-accent underline">
          All changes
        </Link>
      </p>
      {!data && <h1 className="text-xl font-semibold">Change</h1>}
      {error && (
        <Notice tone="bad" title={`The change can’t be shown: ${error.message}`}>
          {error instanceof RefusedRequest ? error.hint : 'The server does not answer.'}
        </Notice>
      )}
      {data && <Whole key={data.id} change={data} />}
    </div>
  )
}

function Whole({ change }: { readonly change: ChangeView }) {
  // What a person reads stays on the page: should the change become another one, they are told before they let it go.
  const [read, setRead] = useState(change)
  const isSame = read.sha256 === change.sha256
  const decision = decisionOn(change)
  const shown = decision ? read : change
  const isToBeRead = decision?.isToBeRead ?? false
  // What was scrolled past while most of it was folded has not been read.
  const reading = `${isToBeRead} ${shown.sha256}`
  const [end, isSeen] = useSeenToEnd(reading)
  return (
    <>
      <Head change={change} />
      <ChangeWord change={change} />
      <ChangeFacts change={change} />
      <Overlaps
        overlaps={change.overlaps}
        title="Other agents were working on the same files when this change was drafted"
      />
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <ChangeChecks change={change} />
        <ChangeSteps steps={change.steps} />
      </div>
      <ChangeDiff key={reading} change={shown} isToBeRead={isToBeRead} />
      <div ref={end} className="h-px" />
      {isSame && decision?.kind === 'execute' && <LetGo change={read} isSeen={isSeen} />}
      {isSame && decision?.kind === 'review' && <AnswerReview change={read} isSeen={isSeen} />}
      {!isSame && decision && (
        <Notice tone="bad" title="The change is different now.">
          <p className="mb-2">Above is the change as it was when you opened this page.</p>
          <Button onClick={() => setRead(change)}>Show the current change</Button>
        </Notice>
      )}
    </>
  )
}

function Head({ change }: { readonly change: ChangeView }) {
  const { description, state, tier, skipTests, requiresRestart } = change
  const [title = '', ...more] = printable(description).split('\n')
  const rest = more.join('\n').trim()
  return (
    <header className="grid gap-2">
      <h1 data-foreign className="text-lg font-semibold">
        {title}
      </h1>
      {rest !== '' && (
        <p data-foreign className="text-sm whitespace-pre-wrap">
          {rest}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 text-sm" data-state={state}>
        <ChangeState state={state} />
        <Badge tone={TIER_TONES[tier]}>{describeRisk(tier)}</Badge>
        {skipTests && <Badge tone="worry">checks skipped</Badge>}
        {requiresRestart && <Badge>needs a restart</Badge>}
        <span className="ml-auto flex gap-2">
          <ChangeActs change={change} />
        </span>
      </div>
    </header>
  )
}
