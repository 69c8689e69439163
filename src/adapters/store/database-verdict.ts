// What the last check of the whole database found, kept beside it. It holds for that very file: another one in its place is not known yet.
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { Timestamp } from '../../protocol/timestamp.ts'

export const VERDICT_FILE = 'database-check.json'

const DatabaseVerdict = z.object({
  inode: z.number(),
  /** When the file was last written to, in milliseconds. */
  changedMs: z.number(),
  at: Timestamp,
  /** `suspect`: SQLite met damage in it, and the whole of it was not checked since. */
  state: z.enum(['sound', 'suspect', 'damaged']),
  /** What was found; empty when it is sound. */
  detail: z.string(),
})
export type DatabaseVerdict = z.infer<typeof DatabaseVerdict>

/**
 * Undefined when this file was never checked as a whole. A damaged file gets no more writes from cmux. One that has changed all the same
 * may have been restored in place, so all of it is checked again.
 */
export function readVerdict(path: string): DatabaseVerdict | undefined {
  try {
    const known = DatabaseVerdict.parse(JSON.parse(readFileSync(placeOf(path), 'utf8')))
    const { inode, changedMs } = identify(path)
    if (known.inode !== inode) return undefined
    return known.state === 'damaged' && known.changedMs !== changedMs ? { ...known, state: 'suspect' } : known
  } catch {
    return undefined // none yet, half of one, or no database: then nothing is known
  }
}

/** In one go: it is also written where a failure of the file is met. */
export function writeVerdict(path: string, verdict: Omit<DatabaseVerdict, 'inode' | 'changedMs'>): void {
  const building = `${placeOf(path)}.${process.pid}.tmp`
  writeFileSync(building, `${JSON.stringify({ ...identify(path), ...verdict })}\n`, { mode: 0o600 })
  renameSync(building, placeOf(path))
}

/** So that the file is checked again. */
export function forgetVerdict(path: string): void {
  rmSync(placeOf(path), { force: true })
}

function identify(path: string) {
  const { ino: inode, mtimeMs: changedMs } = statSync(path)
  return { inode, changedMs }
}

const placeOf = (path: string) => join(dirname(path), VERDICT_FILE)
