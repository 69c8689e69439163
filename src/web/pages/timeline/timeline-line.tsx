// One event on the time line: when, what kind, what happened and why, and the way to more of it.
import { Link } from '@tanstack/react-router'
import { printable } from '../../../lib/printable.ts'
import type { Event } from '../../../protocol/event.ts'
import { Badge } from '../../ui/badge.tsx'
import { TEXT_OF } from '../../ui/tone.ts'
import { describeEvent } from '../../words/describe-event.ts'
import { TIMELINE_KINDS, type TimelineKind } from './timeline-kinds.ts'

interface TimelineLineProps {
  readonly event: Event
  readonly kind: TimelineKind
  /** The first one of its day. */
  readonly isNewDay: boolean
}

export function TimelineLine({ event, kind, isNewDay }: TimelineLineProps) {
  const { text, tone, link } = describeEvent(event)
  const at = new Date(event.at)
  return (
    <li data-seq={event.seq} data-kind={kind} className="text-sm">
      {isNewDay && (
        <p className="pt-3 pb-2 text-xs font-semibold text-quiet first:pt-0">
          {at.toLocaleDateString(undefined, {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
            year: 'numeric',
          })}
        </p>
      )}
      <div className="relative grid gap-x-3 border-l border-line pb-3 pl-4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]">
        <span
          aria-hidden
          className={`absolute top-1.5 -left-[0.28rem] size-2 rounded-full bg-current ${TEXT_OF[tone]}`}
        />
        <time
          dateTime={event.at}
          title={at.toLocaleString()}
          className="pt-0.5 text-xs text-quiet tabular-nums"
        >
          {at.toLocaleTimeString()}
        </time>
        <span data-foreign className="min-w-0 whitespace-pre-wrap">
          {link === undefined ? (
            printable(text)
          ) : (
            <Link to={link} className="hover:underline">
              {printable(text)}
            </Link>
          )}
        </span>
        <span className="pt-0.5">
          <Badge>{TIMELINE_KINDS[kind]}</Badge>
        </span>
      </div>
    </li>
  )
}
