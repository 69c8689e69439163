// Narrows the journal: words, a kind, a day.
import { JOURNAL_KINDS } from '../../../protocol/journal/journal-kinds.ts'
import { INPUT_CLASS } from '../../ui/field.tsx'
import type { JournalWanted } from './journal-wanted.ts'

interface JournalFilterProps {
  readonly wanted: JournalWanted
  readonly days: readonly string[]
  readonly onChange: (wanted: JournalWanted) => void
}

export function JournalFilter({ wanted, days, onChange }: JournalFilterProps) {
  const known = wanted.day === undefined || days.includes(wanted.day) ? days : [wanted.day, ...days]
  return (
    <div role="search" aria-label="journal" className="mb-3 flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="words"
        placeholder="Words"
        maxLength={200}
        value={wanted.q ?? ''}
        onChange={({ target }) => onChange({ q: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-72`}
      />
      <select
        aria-label="kind"
        value={wanted.kind ?? ''}
        onChange={({ target }) => onChange({ kind: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-36`}
      >
        <option value="">all kinds</option>
        {JOURNAL_KINDS.map((kind) => (
          <option key={kind}>{kind}</option>
        ))}
      </select>
      <select
        aria-label="day"
        value={wanted.day ?? ''}
        onChange={({ target }) => onChange({ day: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-36`}
      >
        <option value="">all days</option>
        {known.map((day) => (
          <option key={day}>{day}</option>
        ))}
      </select>
    </div>
  )
}
