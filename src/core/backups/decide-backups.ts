// When to take a backup, and which old ones go, when and why. Pure.
import { measureBackup, type Backup, type LeavingWhy } from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'

const DAY_MS = 86_400_000
/** So long before it goes people are told of a backup that one of them asked for. */
const TOLD_BEFORE_MS = 7 * DAY_MS

export interface BackupPolicy {
  readonly everySec: number
  /** Of daily ones. */
  readonly keep: number
  /** Of all together the newest whole ones, whatever their age and size. */
  readonly keepNewest: number
  readonly keepDays: number
  readonly keepAskedDays: number
  readonly maxBytes: number
}

export interface BackupFacts {
  /** Newest first. */
  readonly backups: readonly Backup[]
  readonly nowMs: number
  /** Those that never go: releases in use may need them. */
  readonly needed: ReadonlySet<BackupId>
  /** Those that can't be brought back: they count for nothing. */
  readonly broken: ReadonlySet<BackupId>
  /** Of those that a person asked for: when people were told that they go. */
  readonly toldMs: ReadonlyMap<BackupId, number>
}

interface Leaving {
  readonly id: BackupId
  readonly atMs: number
  readonly why: LeavingWhy
  /** True: people have to be told now, and it goes no earlier than `TOLD_BEFORE_MS` after that. */
  readonly tell: boolean
}

export interface BackupDecision {
  readonly due: boolean
  /** Each that will go, as far as can be said today; those whose time has come go now. */
  readonly leaving: readonly Leaving[]
  /** Those that go now, oldest last. */
  readonly remove: readonly BackupId[]
}

type Rule = Pick<Leaving, 'atMs' | 'why'>

/** The one that is due counts among those to keep, since it is taken before any is removed. */
export function decideBackups(facts: BackupFacts, policy: BackupPolicy): BackupDecision {
  const { backups, nowMs } = facts
  // A backup from the future means that the clock went back. It can't say what is due, and it is the first to go, or it
  // would outlive every honest one.
  const [past, future] = partition(backups, (backup) => Date.parse(backup.createdAt) <= nowMs)
  const [newest] = past
  const everyMs = policy.everySec * 1000
  const newestMs = newest ? Date.parse(newest.createdAt) : Number.NEGATIVE_INFINITY
  const due = nowMs - newestMs >= everyMs
  const kept = listKept(past, facts, policy.keepNewest - (due ? 1 : 0))
  const rules = new Map<BackupId, Rule>()
  const add = (id: BackupId, rule: Rule) => {
    const known = rules.get(id)
    if (!kept.has(id) && (!known || rule.atMs < known.atMs)) rules.set(id, rule)
  }
  const daily = [...past, ...future].filter((backup) => backup.reason === 'daily')
  const nextMs = (due ? nowMs : newestMs) + everyMs
  for (const { id, atMs } of countDaily(daily, policy, { due, nextMs }))
    add(id, { atMs: Math.max(atMs, nowMs), why: 'count' })
  for (const backup of past) add(backup.id, { atMs: endOfAge(backup, policy), why: 'age' })
  const isGoing = ({ id }: Backup) => (rules.get(id)?.atMs ?? Infinity) <= nowMs
  for (const { id } of findExcess([...past, ...future], { isGoing, kept, maxBytes: policy.maxBytes }))
    add(id, { atMs: nowMs, why: 'size' })
  const leaving = [...past, ...future].flatMap((backup) => {
    const rule = rules.get(backup.id)
    return rule ? [announce(backup, rule, facts)] : []
  })
  return { due, leaving, remove: leaving.filter(({ atMs }) => atMs <= nowMs).map(({ id }) => id) }
}

function listKept(
  past: readonly Backup[],
  { needed, broken }: BackupFacts,
  newest: number,
): ReadonlySet<BackupId> {
  const whole = past.filter(({ id }) => !broken.has(id)).slice(0, Math.max(0, newest))
  return new Set([...whole.map(({ id }) => id), ...needed])
}

/** Those that are too many go now; of the others it is known how many more have to be made before. */
function countDaily(
  daily: readonly Backup[],
  { keep, everySec }: BackupPolicy,
  { due, nextMs }: { readonly due: boolean; readonly nextMs: number },
): { id: BackupId; atMs: number }[] {
  const room = due ? keep - 1 : keep
  return daily.map(({ id }, place) => ({
    id,
    atMs: place < room ? nextMs + (room - place - 1) * everySec * 1000 : Number.NEGATIVE_INFINITY,
  }))
}

function endOfAge({ createdAt, reason }: Backup, { keepDays, keepAskedDays }: BackupPolicy): number {
  return Date.parse(createdAt) + (reason === 'asked' ? keepAskedDays : keepDays) * DAY_MS
}

interface ExcessNeeds {
  readonly isGoing: (backup: Backup) => boolean
  readonly kept: ReadonlySet<BackupId>
  readonly maxBytes: number
}

/** The oldest first, and what a person asked for after all others. */
function findExcess(backups: readonly Backup[], { isGoing, kept, maxBytes }: ExcessNeeds): Backup[] {
  const staying = backups.filter((backup) => !isGoing(backup))
  const [asked, others] = partition(staying.toReversed(), ({ reason }) => reason === 'asked')
  let total = staying.reduce((sum, backup) => sum + measureBackup(backup), 0)
  const excess: Backup[] = []
  for (const backup of [...others, ...asked].filter(({ id }) => !kept.has(id))) {
    if (total <= maxBytes) break
    excess.push(backup)
    total -= measureBackup(backup)
  }
  return excess
}

/** What a person asked for goes only after people were told, and had time to copy it. */
function announce({ id, reason }: Backup, rule: Rule, { nowMs, toldMs }: BackupFacts): Leaving {
  if (reason !== 'asked') return { id, ...rule, tell: false }
  const told = toldMs.get(id)
  const tell = told === undefined && rule.atMs - TOLD_BEFORE_MS <= nowMs
  const earliestMs = (told ?? nowMs) + TOLD_BEFORE_MS
  return { id, ...rule, atMs: Math.max(rule.atMs, earliestMs), tell }
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}
