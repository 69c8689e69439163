// A backup is a folder `HOME/backups/<id>/` with the state files of one moment and a manifest of their sums.
import { z } from 'zod'
import { BackupId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

export const BackupReason = z.enum(['migration', 'daily', 'asked'])
export type BackupReason = z.infer<typeof BackupReason>

export const Backup = z.object({
  id: BackupId,
  reason: BackupReason,
  createdAt: Timestamp,
  schema: z.number().int(),
  release: z.string(),
  /** The newest event in it, with the hash over its whole history; older releases did not say. */
  history: z.object({ seq: z.number().int(), hash: z.string() }).optional(),
  files: z.array(z.object({ name: z.string(), bytes: z.number().int(), sha256: z.string() })),
})
export type Backup = z.infer<typeof Backup>
