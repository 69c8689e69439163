// A backup is a folder `HOME/backups/<id>/` with the state files of one moment and a manifest of their sums.
import { z } from 'zod'
import { BackupId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

export const BackupReason = z.enum(['migration', 'daily', 'asked'])
export type BackupReason = z.infer<typeof BackupReason>

/** Below the home and below the backup, such as `cmux.db` or `roles/reviewer.md`; nothing that leads out of them. */
const FileName = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\0]+(?:\/[^/\0]+)*$/)

const BackupFile = z.object({
  name: FileName,
  bytes: z.number().int(),
  sha256: z.string(),
  /** Kept compressed with Zstandard as `NAME.zst`: the size and the sum of that file. `bytes` and `sha256` stay those of the content. */
  packed: z.object({ bytes: z.number().int(), sha256: z.string() }).optional(),
})
export type BackupFile = z.infer<typeof BackupFile>

export const Backup = z.object({
  id: BackupId,
  reason: BackupReason,
  createdAt: Timestamp,
  schema: z.number().int(),
  release: z.string(),
  /** The newest event in it, with the hash over its whole history; older releases did not say. */
  history: z.object({ seq: z.number().int(), hash: z.string() }).optional(),
  files: z.array(BackupFile),
})
export type Backup = z.infer<typeof Backup>

/** `count`: more daily ones than are kept. `age`: too old. `size`: all together take too much. */
const LeavingWhy = z.enum(['count', 'age', 'size'])
export type LeavingWhy = z.infer<typeof LeavingWhy>

/** When a backup goes and why, as `HOME/backups/plan.json` has it, so that it can be told without a server. */
export const BackupPlan = z.array(
  z.object({
    id: BackupId,
    at: Timestamp,
    why: LeavingWhy,
    /** When people were told; one that a person asked for never goes before that. */
    toldAt: Timestamp.nullable(),
  }),
)
export type BackupPlan = z.infer<typeof BackupPlan>

/** A backup, and when it goes. */
export const ListedBackup = Backup.extend({
  leaves: z.object({ at: Timestamp, why: LeavingWhy }).nullable(),
})
export type ListedBackup = z.infer<typeof ListedBackup>

/** Where the file is below the backup. */
export function storedName({ name, packed }: BackupFile): string {
  return packed ? `${name}.zst` : name
}

/** What it takes on the disk. */
export function measureBackup({ files }: Pick<Backup, 'files'>): number {
  return files.reduce((sum, { bytes, packed }) => sum + (packed?.bytes ?? bytes), 0)
}

export function listWithPlan(backups: readonly Backup[], plan: BackupPlan): ListedBackup[] {
  const leaving = new Map(plan.map(({ id, at, why }) => [id, { at, why }]))
  return backups.map((backup) => ({ ...backup, leaves: leaving.get(backup.id) ?? null }))
}
