// An event as one line for `tail -f` and grep: when, how bad, its number, what, by whom, and the rest by name. Pure.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { Event } from '../../protocol/event.ts'

type Level = 'INFO' | 'WARN' | 'ERROR'
type Data = Event['data']

const VALUE_CHARS = 200
const LINE_CHARS = 1000

/** What is not everyday life; of some kinds only where they lead to. */
const LEVELS: Readonly<Record<string, Level | ((data: Data) => Level)>> = {
  'agents.breaker': 'ERROR',
  'clock.parted': 'WARN',
  'quota.breaker': 'ERROR',
  'backup.restored': 'ERROR',
  'agent.needs_person': 'ERROR',
  'agent.unmoved': 'WARN',
  'agent.status': warnsAt('dead', 'unknown'),
  'alert.raised': 'WARN',
  'alert.repeated': 'WARN',
  'approval.expired': 'WARN',
  'budget.warned': 'WARN',
  'budget.used_up': 'WARN',
  'change.moved': warnsAt('refused', 'rolling_back', 'rolled_back'),
  'frontend.damaged': 'WARN',
  'message.moved': ({ receipt }) => (receipt === 'dead' ? 'WARN' : 'INFO'),
  'notice.dead': 'WARN',
  'policy.changed': ({ problem }) => (typeof problem === 'string' ? 'WARN' : 'INFO'),
  'release.rehearsed': ({ passed }) => (passed === true ? 'INFO' : 'WARN'),
  'service.fell': 'WARN',
  'service.status': warnsAt('sick', 'given_up'),
  'task.moved': warnsAt('failed', 'rejected'),
  'task.offered_again': 'WARN',
  'tool.refused': 'WARN',
}

function warnsAt(...states: readonly string[]): (data: Data) => Level {
  return ({ to }) => (states.includes(String(to)) ? 'WARN' : 'INFO')
}

export function composeStatusLine({ seq, type, at, actor, data }: Event): string {
  const known = Object.hasOwn(LEVELS, type) ? LEVELS[type] : undefined
  const level = typeof known === 'function' ? known(data) : (known ?? 'INFO')
  const facts = Object.entries(data).map(
    ([name, value]) => `${name}=${cut(JSON.stringify(value), VALUE_CHARS)}`,
  )
  const line = redactSecrets([at, level, `#${seq}`, type, `by=${actor}`, ...facts].join(' '))
  return `${cut(line, LINE_CHARS)}\n`
}

const cut = (text: string, chars: number) => (text.length > chars ? `${text.slice(0, chars)}…` : text)
