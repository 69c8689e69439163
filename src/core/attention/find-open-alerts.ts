// What cmux noticed by itself and nobody has marked as seen.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

export function findOpenAlerts({ alerts }: AttentionFacts): Found[] {
  return alerts.map(({ id, title, where, count, project, firstAt }) => ({
    title: count === 1 ? title : `${title} (${count} times)`,
    detail: where === null ? 'see its lines' : `in ${where}`,
    since: firstAt,
    ...(project !== null && { project }),
    command: `cmux alerts show ${id}`,
    link: '/health',
  }))
}
