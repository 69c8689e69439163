// What events tell of the things that cmux keeps on the disk, and lets go.
import { z } from 'zod'
import { BackupId } from './ids.ts'

export const STORAGE_EVENTS = {
  'backup.created': z.object({ id: BackupId, reason: z.string(), bytes: z.number() }),
  'backup.removed': z.object({ id: BackupId, why: z.string() }),
  'backup.restored': z.object({ from: z.string(), setAside: z.string().nullable() }),
  'disk.cleaned': z.object({ removed: z.array(z.string()), bytes: z.number() }),
} as const
