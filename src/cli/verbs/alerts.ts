// What cmux noticed by itself.
import type { Alert } from '../../protocol/alerts/alert.ts'
import type { AlertId } from '../../protocol/ids.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout/layout.ts'
import { printable } from '../../lib/printable.ts'
import type { RunVerb } from '../verb.ts'

const TITLE_CHARS = 100

export const listAlerts: RunVerb = async ({ environment, options }) => {
  const { all, project, limit } = options
  const query = {
    ...(all !== true && { state: 'open' as const }),
    ...(typeof project === 'string' && { project }),
    limit: typeof limit === 'string' ? limit : '20',
  }
  const { items } = await connect(environment).call('GET /api/alerts', { query })
  const rows = items.map(({ id, state, lastAt, count, title }) => [
    id,
    state,
    lastAt,
    `${count}×`,
    title.slice(0, TITLE_CHARS),
  ])
  return { json: items, text: items.length === 0 ? 'no alerts' : layoutTable(rows) }
}

export const showAlert: RunVerb = async ({ environment, args: [id] }) => {
  const alert = await connect(environment).call('GET /api/alerts/:id', { params: { id: id as AlertId } })
  return { json: alert, text: describe(alert) }
}

export const acknowledgeAlert: RunVerb = async ({ environment, args: [id] }) => {
  const alert = await connect(environment).call('POST /api/alerts/:id/acknowledge', {
    params: { id: id as AlertId },
  })
  return { json: alert, text: `acknowledged: ${printable(alert.title.slice(0, TITLE_CHARS))}` }
}

function describe(alert: Alert): string {
  const { id, state, count, firstAt, lastAt, where, project, attachment, lines } = alert
  const times = count === 1 ? `once, at ${firstAt}` : `${count} times from ${firstAt} to ${lastAt}`
  return [
    layoutTable([
      ['alert', id],
      ['state', state],
      ['seen', times],
      ...(project === null ? [] : [['project', project]]),
      ...(where === null ? [] : [['in', where]]),
      ...(attachment === null ? [] : [['all lines', attachment]]),
      ...(state === 'open' ? [['acknowledge', `cmux alerts acknowledge ${id}`]] : []),
    ]),
    '',
    ...lines.map((line) => `  ${printable(line)}`),
  ].join('\n')
}
