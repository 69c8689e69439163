// An event as an auditor is shown it: with the agent it concerns, and its hash.
import type { AuditEntry } from '../../protocol/audit.ts'
import type { StoredEvent } from './audit-log.ts'

const AGENT = 'agent:'

export function toAuditEntry({ seq, type, at, actor, data: text, hash }: StoredEvent): AuditEntry {
  const data = parseData(text)
  const { agent, assignee, generation } = data
  const acting = actor.startsWith(AGENT) ? actor.slice(AGENT.length) : null
  return {
    seq,
    type,
    at,
    actor,
    agent: [agent, assignee].find((name) => typeof name === 'string') ?? acting,
    generation: typeof generation === 'number' ? generation : null,
    data,
    hash,
  }
}

/** What somebody has made unreadable is shown as it is: this is where it will be looked for. */
function parseData(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { unreadable: text }
  }
}
