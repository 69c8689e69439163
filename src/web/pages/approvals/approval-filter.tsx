// Narrows the requests that are over to what became of them and to an agent.
import { INPUT_CLASS } from '../../ui/field.tsx'
import { OVER, type ApprovalsWanted } from './approvals-wanted.ts'

interface ApprovalFilterProps {
  readonly wanted: ApprovalsWanted
  readonly onChange: (wanted: ApprovalsWanted) => void
}

export function ApprovalFilter({ wanted, onChange }: ApprovalFilterProps) {
  return (
    <div role="search" aria-label="filter the history" className="mb-2 flex flex-wrap gap-2">
      <select
        aria-label="state"
        value={wanted.state ?? ''}
        onChange={({ target }) => onChange({ state: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-40`}
      >
        <option value="">All</option>
        {OVER.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </select>
      <input
        type="search"
        aria-label="agent"
        placeholder="Agent"
        value={wanted.agent ?? ''}
        onChange={({ target }) => onChange({ agent: target.value || undefined })}
        className={`${INPUT_CLASS} max-w-48`}
      />
    </div>
  )
}
