// Where backups are kept. Making one is not portable SQL, so it stands behind a port of its own.
import type { Backup, BackupPlan, BackupReason } from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'

export interface BackupShelf {
  /** Newest first. Folders without a whole manifest are not backups and are left alone. */
  list(): Promise<Backup[]>
  /** Reads every file and compares its sum: whether it can be brought back. */
  isWhole(backup: Backup): Promise<boolean>
  /** Copies the state files of this moment; either the whole backup appears on the shelf or nothing. */
  create(reason: BackupReason): Promise<Backup>
  remove(id: BackupId): Promise<void>
  /** When backups go, as it was written down last; empty when nobody has, or it can't be read. */
  readPlan(): Promise<BackupPlan>
  writePlan(plan: BackupPlan): Promise<void>
}
