// What events tell of the things that cmux keeps on the disk, and lets go.
import { z } from 'zod'
import { BackupId } from './ids.ts'

export const STORAGE_EVENTS = {
  'backup.created': z.object({ id: BackupId, reason: z.string(), bytes: z.number() }),
  'backup.removed': z.object({ id: BackupId, why: z.string() }),
  'backup.restored': z.object({ from: z.string(), setAside: z.string().nullable() }),
  'disk.cleaned': z.object({ removed: z.array(z.string()), bytes: z.number() }),
  /** Events `first` to `last` are in a file with this sum; `hash` is that of the last one. */
  'history.archived': z.object({
    first: z.number().int(),
    last: z.number().int(),
    hash: z.string(),
    sha256: z.string(),
    bytes: z.number().int(),
  }),
} as const
