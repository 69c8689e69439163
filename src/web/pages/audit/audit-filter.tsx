// Narrows the history to an agent and to kinds of events.
import { INPUT_CLASS } from '../../ui/field.tsx'
import type { AuditWanted } from './audit-wanted.ts'

interface AuditFilterProps {
  readonly wanted: AuditWanted
  readonly onChange: (wanted: AuditWanted) => void
}

export function AuditFilter({ wanted, onChange }: AuditFilterProps) {
  return (
    <div role="search" aria-label="history" className="mb-3 flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="agent"
        placeholder="Agent"
        value={wanted.agent ?? ''}
        onChange={({ target }) => onChange({ agent: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-48`}
      />
      <input
        type="search"
        aria-label="types"
        placeholder="Types: agent.*, task.moved"
        value={wanted.types ?? ''}
        onChange={({ target }) => onChange({ types: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-72`}
      />
    </div>
  )
}
