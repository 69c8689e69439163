// Takes the daily backup when it is due and removes what has to go. Called at the start and then on a tick.
import {
  measureBackup,
  type Backup,
  type BackupPlan,
  type BackupReason,
} from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Noticed } from '../alerts/raise-alerts.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { BackupShelf } from './backup-shelf.ts'
import { decideBackups, type BackupDecision, type BackupPolicy } from './decide-backups.ts'
import { findNeededBackups } from './find-needed-backups.ts'

export interface BackupDeps {
  readonly shelf: BackupShelf
  readonly store: Store
  readonly clock: Clock
  readonly policy: BackupPolicy
  /** The newest schema that each release in use knows. */
  readonly schemasInUse: () => Promise<readonly number[]>
  readonly alert: (noticed: readonly Noticed[]) => Promise<void>
}

export async function keepBackups(deps: BackupDeps): Promise<void> {
  const { due } = await decide(deps, [])
  if (due) await takeBackup(deps, 'daily', 'system')
  const broken = await findBroken(deps)
  const decision = await decide(deps, broken)
  // Told before the plan says so: after a kill in between it is told twice, and never not at all.
  await tellOfAsked(deps, decision)
  const plan = await writePlan(deps, decision)
  for (const id of decision.remove) await removeBackup(deps, id, plan)
}

export async function takeBackup(
  deps: Pick<BackupDeps, 'shelf' | 'store'>,
  reason: BackupReason,
  actor: string,
): Promise<Backup> {
  const backup = await deps.shelf.create(reason)
  const bytes = measureBackup(backup)
  await deps.store.write(async ({ events }) => {
    await events.append({ type: 'backup.created', actor, data: { id: backup.id, reason, bytes } })
  })
  return backup
}

async function decide(
  { shelf, clock, policy, schemasInUse }: BackupDeps,
  broken: readonly BackupId[],
): Promise<BackupDecision> {
  const backups = await shelf.list()
  const sound = backups.filter(({ id }) => !broken.includes(id))
  const facts = {
    backups,
    nowMs: clock.nowMs(),
    needed: findNeededBackups(sound, await schemasInUse()),
    broken: new Set(broken),
    toldMs: readTold(await shelf.readPlan()),
  }
  return decideBackups(facts, policy)
}

const readTold = (plan: BackupPlan) =>
  new Map(plan.flatMap(({ id, toldAt }) => (toldAt === null ? [] : [[id, Date.parse(toldAt)] as const])))

/** Only when something would go: those that stay instead are read as a whole, and damaged ones do not count among them. */
async function findBroken(deps: BackupDeps): Promise<BackupId[]> {
  const broken: BackupId[] = []
  for (;;) {
    const { remove, leaving } = await decide(deps, broken)
    if (remove.length === 0) return broken
    const leaves = new Set(leaving.map(({ id }) => id))
    const staying = (await deps.shelf.list()).filter(({ id }) => !leaves.has(id) && !broken.includes(id))
    const found: BackupId[] = []
    for (const backup of staying) if (!(await deps.shelf.isWhole(backup))) found.push(backup.id)
    if (found.length === 0) return broken
    broken.push(...found)
  }
}

async function tellOfAsked({ alert, shelf }: BackupDeps, { leaving }: BackupDecision): Promise<void> {
  const toTell = leaving.filter(({ tell }) => tell)
  if (toTell.length === 0) return
  const made = new Map((await shelf.list()).map(({ id, createdAt }) => [id, createdAt]))
  const says = toTell.map(({ id, atMs }) => `${id} of ${made.get(id)} goes on ${timestampFromMs(atMs)}`)
  await alert([
    {
      kind: 'backups',
      matter: 'backups',
      project: null,
      title:
        says.length === 1 ? 'a backup that you asked for goes in a week' : `${says.length} backups go soon`,
      where: null,
      count: says.length,
      lines: [
        ...says,
        'copy what you want to keep out of `backups/` in the home of cmux, or set backups.keepAskedDays and backups.maxMb',
      ],
    },
  ])
}

async function writePlan({ shelf, clock }: BackupDeps, { leaving }: BackupDecision): Promise<BackupPlan> {
  const before = await shelf.readPlan()
  const now = timestampFromMs(clock.nowMs())
  const plan = leaving.map(({ id, atMs, why, tell }) => {
    const toldAt = before.find((known) => known.id === id)?.toldAt ?? null
    return { id, at: timestampFromMs(atMs), why, toldAt: tell ? now : toldAt }
  })
  if (JSON.stringify(plan) !== JSON.stringify(before)) await shelf.writePlan(plan)
  return plan
}

async function removeBackup({ shelf, store }: BackupDeps, id: BackupId, plan: BackupPlan): Promise<void> {
  const why = plan.find((leaving) => leaving.id === id)?.why ?? 'count'
  await shelf.remove(id)
  await store.write(async ({ events }) => {
    await events.append({ type: 'backup.removed', actor: 'system', data: { id, why } })
  })
}
