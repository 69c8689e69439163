// A backup is a folder `HOME/backups/<id>/` with the state files of one moment and a manifest of their sums.
import { z } from 'zod'
import { BackupId } from './ids.ts'
import { Timestamp } from './timestamp.ts'

export const BackupReason = z.enum(['migration', 'daily', 'asked'])
export type BackupReason = z.infer<typeof BackupReason>

/** Below the home and below the backup, such as `cmux.db` or `roles/reviewer.md`; nothing that leads out of them. */
const FileName = z.string().regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[^/\0]+(?:\/[^/\0]+)*$/)

export const Backup = z.object({
  id: BackupId,
  reason: BackupReason,
  createdAt: Timestamp,
  schema: z.number().int(),
  release: z.string(),
  /** The newest event in it, with the hash over its whole history; older releases did not say. */
  history: z.object({ seq: z.number().int(), hash: z.string() }).optional(),
  files: z.array(z.object({ name: FileName, bytes: z.number().int(), sha256: z.string() })),
})
export type Backup = z.infer<typeof Backup>
