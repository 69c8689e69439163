// Events that tell of something that broke, or was mended.
import { STARTED_AFTER_EXIT } from '../../protocol/agents/describe-restarts.ts'
import type { Event } from '../../protocol/event.ts'

export const RECOVERY_TYPES = [
  'watchdog.acted',
  'frontend.damaged',
  'frontend.restored',
  'agent.started',
  'agent.ended',
  'agent.unmoved',
  'agent.needs_person',
  'agents.breaker',
  'backup.restored',
] as const

/** What the watchdog does every day is none of them: a release that was swapped in, or has proved itself. */
const DAILY: ReadonlySet<unknown> = new Set(['good', 'swapped', 'declined', 'guard proved'])

export function isRecovery({ type, data }: Event): boolean {
  if (type === 'agent.started') return data['why'] === STARTED_AFTER_EXIT
  if (type === 'agent.ended') return data['asked'] === null
  if (type === 'watchdog.acted') return !DAILY.has(data['kind'])
  return (RECOVERY_TYPES as readonly string[]).includes(type)
}
