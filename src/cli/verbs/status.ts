// One screen of everything.
import colors from 'picocolors'
import { countAhead, type Ahead } from '../../host/build/count-ahead.ts'
import { findCheckout } from '../../host/build/find-checkout.ts'
import { printable } from '../../lib/printable.ts'
import type { Verdict } from '../../protocol/health.ts'
import { describeReleaseState } from '../../protocol/releases/describe-release.ts'
import { describeSlowness } from '../../protocol/releases/describe-slowness.ts'
import type { StandbyStatus, Status } from '../../protocol/machine/status.ts'
import { describeMeter } from '../../protocol/budgets/describe-meter.ts'
import { connect } from '../connect.ts'
import { describeSandbox } from '../layout/describe-sandbox.ts'
import { describeSpace } from '../describe-space.ts'
import { describeWard } from '../layout/describe-ward.ts'
import { describeGuards } from '../layout/describe-guards.ts'
import { layoutBytes, layoutDuration, layoutTable } from '../layout/layout.ts'
import { layoutAgents } from '../layout/layout-agents.ts'
import type { RunVerb } from '../verb.ts'

export const status: RunVerb = async ({ environment, programs }) => {
  const client = connect(environment)
  const { home } = environment
  const checkout = findCheckout(home, programs)
  // Both at once: neither waits for the other's process.
  const [found, counted] = await Promise.all([
    client.call('GET /api/status'),
    checkout === undefined ? undefined : countAhead(home, checkout),
  ])
  const ahead = counted?.release === found.health.release.id ? counted : undefined
  const source = ahead ? { branch: ahead.branch, commitsAhead: ahead.commits } : null
  return { json: { ...found, source }, text: [describe(found), ...describeAhead(ahead)].join('\n') }
}

function describeAhead(ahead: Ahead | undefined): string[] {
  if (!ahead || ahead.commits === 0) return []
  const { branch, commits } = ahead
  const count = commits === 1 ? '1 commit' : `${commits} commits`
  return [`${branch} is ${count} ahead of the running release; \`cmux restart --from ${branch}\` updates it`]
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
  const standby = noStandby === null ? [] : [`no standby: ${noStandby}`]
  return [...describeGuards(book, build), ...standby].map(printable)
}
type Row = [part: string, verdict: Verdict, detail: string]

function watchdogRow(trouble: string | null): Row {
  return ['watchdog', trouble === null ? 'healthy' : 'degraded', trouble ?? '']
}

/** One that is being started is nothing to worry about; that there is none is said in a line of its own, with the reason. */
function standbyRow({ state, why }: StandbyStatus): Row[] {
  if (state === 'none') return []
  return [['standby', 'healthy', why ?? 'loaded and ready to take over']]
}

function sandboxRow(sandbox: Status['sandbox']): Row {
  const { state, detail, fix } = describeSandbox(sandbox)
  return [
    'sandbox',
    state === 'ok' ? 'healthy' : 'degraded',
    fix === undefined ? detail : `${detail}; fix: ${fix}`,
  ]
}

function mailRow(mail: Status['mail']): Row {
  const counts = [
    `${mail.total} messages`,
    `${mail.onTheWay} on the way`,
    `${mail.dead} dead`,
    `${mail.unreadByOwner} for you`,
  ]
  return ['mail', mail.dead === 0 ? 'healthy' : 'degraded', counts.join(', ')]
}

/** Nothing until it was measured; a server of before says nothing of it. */
function spaceRow(space: Status['space'] | undefined): Row[] {
  if (!space) return []
  return [['home', space.bytes > space.budgetBytes ? 'degraded' : 'healthy', describeSpace(space)]]
}

function describe(found: Status): string {
  const { health, store, backups } = found
  const newest = backups.newest ? `newest backup ${backups.newest.createdAt}` : 'no backup yet'
  const rows: Row[] = [
    [
      'server',
      health.api,
      [
        ...(health.slow?.part === 'server' ? [describeSlowness(health.slow)] : []),
        `pid ${health.pid}, release ${health.release.id} (${describeReleaseState(health.release.state)}), node ${found.node}`,
      ].join('; '),
    ],
    [
      'store',
      health.store.status,
      [
        ...(health.store.detail === undefined ? [] : [health.store.detail]),
        `${store.seq} events, ${layoutBytes(store.bytes)}, schema ${store.schema}, ${newest}`,
      ].join('; '),
    ],
    ['tmux', health.tmux.status, health.tmux.detail ?? ''],
    ['front end', health.frontend.status, health.frontend.detail ?? ''],
    ...(found.watchdog ? [watchdogRow(found.watchdog.trouble), ...standbyRow(found.watchdog.standby)] : []),
    // A server of before says nothing of it.
    ...(found.sandbox ? [sandboxRow(found.sandbox)] : []),
    mailRow(found.mail),
    ...spaceRow(found.space),
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
    ...describeRecovery(found),
    ...describeWaiting(found.waiting),
    ...describeToday(found.today),
    colors.dim(`home ${printable(found.home)} · ${found.clients.streams} live clients`),
    // A server of before says nothing of them.
    ...(found.services ?? []).map((ward) => `service ${describeWard(ward)}`),
    ...(found.agents.length === 0 ? [] : ['', layoutAgents(found.agents), '']),
    layoutTable(recent),
  ].join('\n')
}

function describeWaiting(count: number): string[] {
  if (!(count > 0)) return []
  const what = count === 1 ? '1 item needs attention' : `${count} items need attention`
  return [colors.yellow(`${what}; \`cmux next\` shows ${count === 1 ? 'it' : 'them'}`)]
}

function describeToday(today: Status['today'] | undefined): string[] {
  // A server of before says nothing of it.
  if (!today || today.turns === 0) return []
  const amounts = [
    describeMeter('tokens', today.tokens, null),
    describeMeter('usd', today.usd, null),
    ...(today.unpricedTokens > 0
      ? [`${describeMeter('tokens', today.unpricedTokens, null)} of unknown cost`]
      : []),
  ]
  return [`used today: ${describeMeter('turns', today.turns, null)}, ${amounts.join(', ')}`]
}

function describeRecovery({ lastRecovery }: Status): string[] {
  if (!lastRecovery) return []
  const { at, cause, by, trying } = lastRecovery
  const ago = layoutDuration(Math.max(0, (Date.now() - Date.parse(at)) / 1000))
  return [`last recovery: ${ago} ago, ${cause}, ${by === undefined ? `trying ${trying}` : `by ${by}`}`]
}
