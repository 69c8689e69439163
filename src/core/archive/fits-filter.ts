// Whether an archived event is looked for: the same as the database says of those that it has. Pure.
import type { AuditFilter, StoredEvent } from '../audit/audit-log.ts'

export function fitsFilter(event: StoredEvent, { agent, actor, types, from, to }: AuditFilter): boolean {
  return (
    (types === undefined || types.some((type) => fitsType(event.type, type))) &&
    (actor === undefined || event.actor === actor) &&
    (from === undefined || event.at >= from) &&
    (to === undefined || event.at < to) &&
    (agent === undefined || concerns(event, agent))
  )
}

function fitsType(type: string, wanted: string): boolean {
  return wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
}

/** It acted, or it is what the event is about; `from` and `to` are names in messages only. */
function concerns({ actor, type, data: text }: StoredEvent, agent: string): boolean {
  if (actor === `agent:${agent}`) return true
  // Most name nobody: they need not be parsed.
  if (!text.includes(agent)) return false
  const data = JSON.parse(text) as Record<string, unknown>
  const names = [
    data['agent'],
    data['assignee'],
    ...(type.startsWith('message.') ? [data['from'], data['to']] : []),
  ]
  return names.includes(agent)
}
