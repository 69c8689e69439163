// A person answers a review that an agent was asked for: a yes is for exactly what was read, a no says why.
import { useRef, useState } from 'react'
import type { ChangeView } from '../../../protocol/changes/change.ts'
import { PassphraseField } from '../../approvals/passphrase-field.tsx'
import { sayHindrance } from '../../approvals/say-hindrance.ts'
import { useApprovals } from '../../approvals/use-approvals.ts'
import { useAct } from '../../data/use-act.ts'
import { useDraft } from '../../data/use-draft.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'

interface AnswerReviewProps {
  /** As it was read. */
  readonly change: ChangeView
  readonly isSeen: boolean
}

export function AnswerReview({ change, isSeen }: AnswerReviewProps) {
  const { id, sha256, truncated } = change
  const { needsPassphrase, isKnown } = useApprovals()
  const reasonField = useRef<HTMLInputElement>(null)
  const [text, setText] = useDraft(`review ${id}`, reasonField)
  const [passphrase, setPassphrase] = useState('')
  const isLive = useConnection().kind === 'live'
  const review = useAct('POST /api/improvements/:id/review', undefined, () => setText(''))
  const reason = text.trim()
  const sight = sayHindrance({ isLive, isWhole: isKnown, isSeen })
  const hindrance = truncated ? 'The change is too long to read here.' : sight
  const answer = (body: Parameters<typeof review.mutate>[0]['body']) =>
    review.mutate({ params: { id }, body })
  const approve = () =>
    answer({
      verdict: 'approve',
      sha256,
      ...(reason !== '' && { reason }),
      ...(needsPassphrase && { passphrase }),
    })
  return (
    <section
      aria-label="review"
      className="sticky bottom-16 grid gap-2 rounded-lg border border-line bg-surface p-3 shadow-lg md:bottom-3"
    >
      <p role="status" className={`text-sm ${hindrance === null ? 'text-quiet' : 'text-worry'}`}>
        {hindrance ??
          'You can review it, too. An approval covers exactly this content; a rejection needs a reason.'}
      </p>
      {truncated && <Command text={`cmux improve review ${id} --approve ${sha256}`} />}
      <div className="flex flex-wrap gap-2">
        <input
          ref={reasonField}
          aria-label="reason"
          placeholder="Reason, sent to the author"
          maxLength={1000}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className={`${INPUT_CLASS} min-w-40 flex-1 max-sm:basis-full`}
        />
        {needsPassphrase && <PassphraseField text={passphrase} onChange={setPassphrase} />}
        <div className="ml-auto flex gap-2">
          <Button
            look="danger"
            disabled={!isLive || review.isPending || reason === ''}
            onClick={() => answer({ verdict: 'refuse', sha256, reason })}
          >
            Reject
          </Button>
          <Button look="main" disabled={hindrance !== null || review.isPending} onClick={approve}>
            Approve
          </Button>
        </div>
      </div>
    </section>
  )
}
