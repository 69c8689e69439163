// Narrows the time line to one kind.
import { INPUT_CLASS } from '../../ui/field.tsx'
import { TIMELINE_KINDS, type TimelineKind } from './timeline-kinds.ts'

interface TimelineFilterProps {
  readonly chosen: TimelineKind | undefined
  readonly onChoose: (kind: TimelineKind | undefined) => void
}

export function TimelineFilter({ chosen, onChoose }: TimelineFilterProps) {
  return (
    <select
      aria-label="kind"
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value === '' ? undefined : (target.value as TimelineKind))}
      className={`${INPUT_CLASS} max-w-48`}
    >
      <option value="">everything</option>
      {Object.entries(TIMELINE_KINDS).map(([kind, words]) => (
        <option key={kind} value={kind}>
          {words}
        </option>
      ))}
    </select>
  )
}
