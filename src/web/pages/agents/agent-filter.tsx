// Narrows the list of agents by words and status, and orders it.
import type { Agent } from '../../../protocol/agents/agent.ts'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { ORDERS, type Order, type Wanted } from './arrange-agents.ts'

const STATUSES: readonly Agent['status'][] = [
  'working',
  'idle',
  'waiting',
  'starting',
  'paused',
  'stopped',
  'dead',
  'unknown',
]

interface AgentFilterProps {
  readonly wanted: Wanted
  readonly onChange: (wanted: Wanted) => void
}

export function AgentFilter({ wanted, onChange }: AgentFilterProps) {
  return (
    <div role="search" aria-label="agents" className="flex flex-wrap gap-2">
      <input
        type="search"
        aria-label="words"
        placeholder="Name, role, runtime or purpose"
        value={wanted.text}
        onChange={({ target }) => onChange({ ...wanted, text: target.value })}
        className={`${INPUT_CLASS} max-w-72 max-sm:max-w-none`}
      />
      <select
        aria-label="status"
        value={wanted.status}
        onChange={({ target }) => onChange({ ...wanted, status: target.value as Wanted['status'] })}
        className={`${INPUT_CLASS} max-w-40`}
      >
        <option value="">any status</option>
        {STATUSES.map((status) => (
          <option key={status}>{status}</option>
        ))}
      </select>
      <select
        aria-label="order"
        value={wanted.order}
        onChange={({ target }) => onChange({ ...wanted, order: target.value as Order })}
        className={`${INPUT_CLASS} max-w-40`}
      >
        {ORDERS.map((order) => (
          <option key={order} value={order}>
            by {order}
          </option>
        ))}
      </select>
    </div>
  )
}
