// One entry: when, what kind, who wrote it or whom it is about, what it says, and its files.
import { Link } from '@tanstack/react-router'
import type { JournalKind } from '../../../protocol/journal/journal-kinds.ts'
import type { JournalEntry } from '../../../protocol/journal/journal.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import { JournalFiles } from './journal-files.tsx'
import { JournalText } from './journal-text.tsx'

const TONES: Readonly<Record<JournalKind, Tone>> = {
  note: 'quiet',
  decision: 'busy',
  error: 'bad',
  recovery: 'worry',
  change: 'well',
  agent: 'quiet',
}

interface JournalLineProps {
  readonly entry: JournalEntry
  /** The first one of its day. */
  readonly isNewDay: boolean
  readonly withProject: boolean
}

export function JournalLine({ entry, isNewDay, withProject }: JournalLineProps) {
  const { seq, at, day, kind, author, agent, project } = entry
  const who = author === 'system' ? agent : author
  return (
    <li
      data-seq={seq}
      data-kind={kind}
      className="grid gap-1 border-t border-line py-3 text-sm first:border-t-0"
    >
      {isNewDay && <p className="text-xs font-semibold text-quiet">{day}</p>}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-quiet">
        <time dateTime={at} title={`${new Date(at).toLocaleString()} local time`} className="tabular-nums">
          {at.slice(11, 19)}
        </time>
        <Badge tone={TONES[kind]}>{kind}</Badge>
        {who !== null && <Who name={who} isAgent={agent !== null} />}
        {withProject && <span>{project}</span>}
      </p>
      <JournalText entry={entry} />
      <JournalFiles entry={entry} />
    </li>
  )
}

function Who({ name, isAgent }: { readonly name: string; readonly isAgent: boolean }) {
  if (!isAgent) return <span className="font-medium text-ink">{name}</span>
  return (
    <Link to="/agents/$name" params={{ name }} className="font-medium text-ink hover:underline">
      {name}
    </Link>
  )
}
