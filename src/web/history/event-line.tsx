// One event as a line: when, how it stands, what happened, and the way to more of it.
import { Link } from '@tanstack/react-router'
import type { Event } from '../../protocol/event.ts'
import { TEXT_OF } from '../ui/tone.ts'
import { describeEvent } from '../words/describe-event.ts'

export function EventLine({ event }: { readonly event: Event }) {
  const { text, tone, link } = describeEvent(event)
  return (
    <li
      data-seq={event.seq}
      className="grid grid-cols-[4.6rem_0.6rem_1fr] items-baseline gap-x-2 border-b border-line/60 py-1 text-sm [contain-intrinsic-size:auto_1.9rem] [content-visibility:auto]"
    >
      <time
        dateTime={event.at}
        title={new Date(event.at).toLocaleString()}
        className="text-xs text-quiet tabular-nums"
      >
        {new Date(event.at).toLocaleTimeString()}
      </time>
      <span aria-hidden className={`size-1.5 self-center rounded-full bg-current ${TEXT_OF[tone]}`} />
      <span data-foreign className={`min-w-0 ${tone === 'quiet' ? 'text-quiet' : ''}`}>
        {link === undefined ? (
          shorten(text)
        ) : (
          <Link to={link} className="hover:underline">
            {shorten(text)}
          </Link>
        )}
      </span>
    </li>
  )
}

const SHOWN_CHARS = 240

function shorten(text: string): string {
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text
}
