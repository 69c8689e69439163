// When to take a backup, and which old ones to let go.
import type { Backup } from '../../protocol/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'

export interface BackupPolicy {
  readonly everySec: number
  readonly keep: number
}

export interface BackupDecision {
  readonly due: boolean
  readonly remove: readonly BackupId[]
}

/**
 * `backups` newest first. Only daily ones are let go: what somebody asked for, or a migration needs, stays. The one that
 * is due counts among those to keep, since it is taken before any is removed.
 */
export function decideBackups(
  backups: readonly Backup[],
  policy: BackupPolicy,
  nowMs: number,
): BackupDecision {
  // A backup from the future means that the clock went back. It can't say what is due, and it is the first to go, or it
  // would outlive every honest one.
  const [past, future] = partition(backups, (backup) => Date.parse(backup.createdAt) <= nowMs)
  const [newest] = past
  const due = !newest || nowMs - Date.parse(newest.createdAt) >= policy.everySec * 1000
  const daily = [...past, ...future].filter((backup) => backup.reason === 'daily')
  return { due, remove: daily.slice(due ? policy.keep - 1 : policy.keep).map((backup) => backup.id) }
}

function partition<T>(items: readonly T[], belongs: (item: T) => boolean): [T[], T[]] {
  return [items.filter(belongs), items.filter((item) => !belongs(item))]
}
