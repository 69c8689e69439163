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

/** `backups` newest first. Only daily ones are let go: what somebody asked for, or a migration needs, stays. */
export function decideBackups(
  backups: readonly Backup[],
  policy: BackupPolicy,
  nowMs: number,
): BackupDecision {
  const [newest] = backups
  const ageMs = newest ? nowMs - Date.parse(newest.createdAt) : Number.POSITIVE_INFINITY
  // A newest backup from the future means that the clock went back: taking one more is the harmless mistake.
  const due = ageMs >= policy.everySec * 1000 || ageMs < 0
  const daily = backups.filter((backup) => backup.reason === 'daily')
  return { due, remove: daily.slice(policy.keep).map((backup) => backup.id) }
}
