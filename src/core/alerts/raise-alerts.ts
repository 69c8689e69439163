// Writes what was noticed as alerts, inside the transaction of the code that noticed it: rows, events, and for each project one message
// about all that is to be told.
import type { ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import { findOwnProject, type OwnCheckout } from '../mail/find-own-project.ts'
import { sendNotice } from '../mail/send-notice.ts'
import type { StoreReader, StoreWriter } from '../store.ts'
import type { AlertRecord, AlertTableReader } from './alert-table.ts'
import { composeLetter } from './compose-letter.ts'
import { decideAlert, type AlertPolicy } from './decide-alert.ts'

export interface Noticed {
  readonly kind: string
  /** The same for the same fault. */
  readonly matter: string
  readonly project: ProjectName | null
  readonly title: string
  readonly where: string | null
  readonly count: number
  readonly lines: readonly string[]
}

export interface AlertDeps extends OwnCheckout {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly alertPolicy: AlertPolicy
}

const LINES_MAX = 20

/** `attachment`: the file with all of it. Gives back those that somebody is told of. */
export async function raiseAlerts(
  deps: AlertDeps,
  writer: StoreWriter,
  noticed: readonly Noticed[],
  attachment: string | null,
): Promise<AlertRecord[]> {
  const told: AlertRecord[] = []
  for (const one of noticed) {
    const alert = await note(deps, writer, one, attachment)
    if (alert && !told.some(({ id }) => id === alert.id)) told.push(alert)
  }
  for (const [of, alerts] of Map.groupBy(told, ({ project }) => project)) {
    const [first] = alerts
    const key = `alert:${first?.id}:${first?.told}`
    const project = of ?? (await findOwnProject(deps, writer))
    await sendNotice(deps, writer, { key, ...composeLetter(alerts, attachment), about: null, project })
  }
  return told
}

/** Whether anything of it would be told now: what is only counted needs no attachment. */
export async function isToTell(
  deps: AlertDeps,
  { alerts }: Pick<StoreReader, 'alerts'>,
  noticed: readonly Noticed[],
): Promise<boolean> {
  for (const one of noticed) {
    const { decision } = await judge(deps, alerts, one)
    if (decision.do !== 'count' || decision.tell) return true
  }
  return false
}

async function judge({ clock, alertPolicy }: AlertDeps, alerts: AlertTableReader, { matter }: Noticed) {
  const nowMs = clock.nowMs()
  const last = await alerts.lastOn(matter)
  const recent = await alerts.countSince(timestampFromMs(nowMs - alertPolicy.stormSec * 1000))
  return { last, nowMs, decision: decideAlert({ nowMs, last, recent }, alertPolicy) }
}

/** The alert, if it is to be told. */
async function note(
  deps: AlertDeps,
  writer: StoreWriter,
  noticed: Noticed,
  attachment: string | null,
): Promise<AlertRecord | undefined> {
  const { last, nowMs, decision } = await judge(deps, writer.alerts, noticed)
  if (decision.do === 'raise') return raise(deps, writer, noticed, attachment)
  if (decision.do === 'count' && last)
    return repeat(writer, last, noticed, { now: timestampFromMs(nowMs), tell: decision.tell, attachment })
  return gather(deps, writer, noticed, attachment)
}

/** In the one that stands for all that are too many; a new one when somebody has seen the last. */
async function gather(
  deps: AlertDeps,
  writer: StoreWriter,
  noticed: Noticed,
  attachment: string | null,
): Promise<AlertRecord | undefined> {
  const matter = `storm ${noticed.project ?? ''}`
  const last = await writer.alerts.lastOn(matter)
  const title = 'more faults than are told one by one'
  const storm = { ...noticed, kind: 'storm', matter, title, where: null }
  const now = timestampFromMs(deps.clock.nowMs())
  if (last?.state === 'open') return repeat(writer, last, storm, { now, tell: false, attachment })
  return raise(deps, writer, storm, attachment)
}

async function raise(
  { clock, entropy }: AlertDeps,
  writer: StoreWriter,
  noticed: Noticed,
  attachment: string | null,
): Promise<AlertRecord> {
  const now = timestampFromMs(clock.nowMs())
  const alert: AlertRecord = {
    ...noticed,
    id: entropy.id('alr'),
    lines: noticed.lines.slice(0, LINES_MAX),
    firstAt: now,
    lastAt: now,
    state: 'open',
    acknowledgedBy: null,
    acknowledgedAt: null,
    attachment,
    told: 1,
    toldAt: now,
  }
  await writer.alerts.insert(alert)
  const { id, kind, project, title, where, count } = alert
  const data = { id, kind, project, title, where, count }
  await writer.events.append({ type: 'alert.raised', actor: 'system', data })
  return alert
}

interface Repeat {
  readonly now: Timestamp
  readonly tell: boolean
  readonly attachment: string | null
}

async function repeat(
  writer: StoreWriter,
  last: AlertRecord,
  noticed: Noticed,
  { now, tell, attachment }: Repeat,
): Promise<AlertRecord | undefined> {
  const lines = [...last.lines, ...noticed.lines]
  const alert: AlertRecord = {
    ...last,
    count: last.count + noticed.count,
    lastAt: now,
    // The first ones show how it began, the last ones how it is.
    lines:
      lines.length > LINES_MAX ? [...lines.slice(0, LINES_MAX / 2), ...lines.slice(-LINES_MAX / 2)] : lines,
    ...(tell && { told: last.told + 1, toldAt: now, attachment }),
  }
  await writer.alerts.update(alert)
  const { id, kind, project, title, where, count } = alert
  const data = { id, kind, project, title, where, count, added: noticed.count, told: tell }
  await writer.events.append({ type: 'alert.repeated', actor: 'system', data })
  return tell ? alert : undefined
}
