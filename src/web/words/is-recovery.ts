// Events that tell of something that broke, or was mended.
import type { Event } from '../../protocol/event.ts'

const TYPES: ReadonlySet<string> = new Set([
  'watchdog.acted',
  'frontend.damaged',
  'frontend.restored',
  'agent.unmoved',
  'agent.needs_person',
  'agents.breaker',
  'backup.restored',
])

export function isRecovery({ type, data }: Event): boolean {
  if (type === 'agent.ended') return data['asked'] === null
  return TYPES.has(type)
}
