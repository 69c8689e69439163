// Whom a change waits for: who was asked to look at it, since when and until when, and where a person decides.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change } from '../../../protocol/changes/change.ts'
import { Ago } from '../../ui/ago.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TimeLeft } from '../../ui/time-left.tsx'
import { sayNote } from '../../words/say-note.ts'

export function ChangeReview({ change }: { readonly change: Change }) {
  const { review, note, steps } = change
  const since = steps.findLast(({ to }) => to === 'reviewing')?.at
  const approval = review?.approval ?? null
  return (
    <Notice
      tone="worry"
      title={approval === null ? 'In review by another agent' : 'Needs a person’s approval'}
    >
      <dl data-review className="flex flex-wrap gap-x-4 gap-y-1">
        <Fact what="reviewer">{review?.asked ? <Agent name={review.asked} /> : 'a person'}</Fact>
        {since !== undefined && (
          <Fact what="since">
            <Ago at={since} />
          </Fact>
        )}
        {review?.until && (
          <Fact what="due">
            <TimeLeft until={review.until} />; after that, a person is asked
          </Fact>
        )}
      </dl>
      {approval !== null && note !== null && (
        <p data-foreign data-note className="whitespace-pre-wrap">
          {sayNote(note)}
        </p>
      )}
      {approval !== null && (
        <Link to="/approvals/$id" params={{ id: approval }} className={`mt-2 ${buttonClass('main')}`}>
          Review and decide
        </Link>
      )}
    </Notice>
  )
}

function Fact({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <div className="flex gap-1">
      <dt>{what}</dt>
      <dd className="text-ink">{children}</dd>
    </div>
  )
}

function Agent({ name }: { readonly name: string }) {
  return (
    <Link to="/agents/$name" params={{ name }} className="text-accent underline">
      {name}
    </Link>
  )
}
