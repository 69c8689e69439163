// One screen of everything.
import colors from 'picocolors'
import { printable } from '../../lib/printable.ts'
import type { Verdict } from '../../protocol/health.ts'
import type { Status } from '../../protocol/status.ts'
import { connect } from '../connect.ts'
import { describeGuards } from '../describe-guards.ts'
import { layoutBytes, layoutDuration, layoutTable } from '../layout.ts'
import type { RunVerb } from '../verb.ts'

export const status: RunVerb = async ({ environment }) => {
  const found = await connect(environment).call('GET /api/status')
  return { json: found, text: describe(found) }
}

const PAINT: Readonly<Record<Verdict, (text: string) => string>> = {
  healthy: colors.green,
  degraded: colors.yellow,
  unhealthy: colors.red,
}

function describeWatchdog(watchdog: Status['watchdog']): string[] {
  if (!watchdog) return []
  const { guard, build, next, refused, noStandby } = watchdog
  const book = { proven: guard, previous: null, next, refused }
  const standby = noStandby === null ? [] : [`there is no standby: ${noStandby}`]
  return [...describeGuards(book, build), ...standby].map(printable)
}

function describe(found: Status): string {
  const { health, store, backups } = found
  const newest = backups.newest ? `newest backup ${backups.newest.createdAt}` : 'no backup yet'
  const rows: [string, Verdict, string][] = [
    [
      'server',
      health.api,
      `pid ${health.pid}, release ${health.release.id} (${health.release.state}), node ${found.node}`,
    ],
    [
      'store',
      health.store.status,
      `${store.seq} events, ${layoutBytes(store.bytes)}, schema ${store.schema}, ${newest}`,
    ],
    ['tmux', health.tmux.status, health.tmux.detail ?? ''],
    ['front end', health.frontend.status, health.frontend.detail ?? ''],
  ]
  const lines = layoutTable(rows)
    .split('\n')
    .map((line, index) =>
      line.replace(/\b(?:healthy|degraded|unhealthy)\b/, PAINT[rows[index]?.[1] ?? 'healthy']),
    )
  const recent = found.recent.map((event) => [event.at.slice(11, 19), event.type, event.actor])
  return [
    `cmux is ${PAINT[health.status](health.status)} · ${found.url} · up ${layoutDuration(health.uptimeSec)}`,
    ...lines.map((line) => `  ${line}`),
    ...describeWatchdog(found.watchdog).map((line) => `  ${colors.yellow(line)}`),
    colors.dim(`home ${printable(found.home)} · ${found.clients.streams} live clients`),
    layoutTable(recent),
  ].join('\n')
}
