// How much longer an act on the data may take than on little data: limits are against what hangs, not against what is large.
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** A slow disk does that much, reading and writing in turns. */
const BYTES_A_MS = 10_000

/** The limits themselves are long enough for that much. */
const LITTLE_BYTES = 16 * 1024 * 1024

/** In milliseconds, for reading the database and its log once. */
export function extraTimeMs(home: string): number {
  const sizes = ['cmux.db', 'cmux.db-wal'].map(
    (name) => statSync(join(home, name), { throwIfNoEntry: false })?.size ?? 0,
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Math.ceil(Math.max(0, bytes - LITTLE_BYTES) / BYTES_A_MS)
}
