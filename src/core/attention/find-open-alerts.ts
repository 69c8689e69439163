// What cmux noticed by itself and nobody has marked as seen. Who is silent stands in a row of its own, with what is done about it.
import { SILENT_ALERT, type Alert } from '../../protocol/alerts/alert.ts'
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findOpenAlerts({ alerts }: AttentionFacts): Found[] {
  return alerts.filter(({ kind }) => kind !== SILENT_ALERT).map(describe)
}

function describe({ id, title, where, count, project, firstAt }: Alert): Found {
  return {
    title: count === 1 ? title : `${title} (${count} times)`,
    detail: where === null ? 'see its lines' : `in ${where}`,
    since: firstAt,
    ...(project !== null && { project }),
    command: `cmux alerts show ${id}`,
    link: '/health',
  }
}
