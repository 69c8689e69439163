// How much a server has to read and write before it can serve: the limit of its start grows with it. Facts only, so that a release can't
// talk itself into more time.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readDataVersion } from './read-data-version.ts'

/** A slow disk does that much, reading and writing in turns. */
const BYTES_A_MS = 10_000
/** Before a migration the data is copied, the copy is summed, and the migration itself may read all of it. */
const PASSES_OF_A_MIGRATION = 3

/** In milliseconds beside what any start may take. */
export function measureBurden(home: string, release: string): number {
  const path = join(home, 'cmux.db')
  const bytes = sizeOf(path)
  const passes = (isSuspect(home) ? 1 : 0) + (isToMigrate(home, release, path) ? PASSES_OF_A_MIGRATION : 0)
  // What a crash left in the log is read before anything else can be.
  return Math.ceil((sizeOf(`${path}-wal`) + bytes * passes) / BYTES_A_MS)
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** SQLite has met damage in it: then the start checks all of it, unless the file is the one that was found damaged. */
function isSuspect(home: string): boolean {
  return ['suspect', 'damaged'].includes(String(readJson(join(home, 'database-check.json'))?.state))
}

function isToMigrate(home: string, release: string, path: string): boolean {
  const manifest = readJson(join(home, 'releases', release, 'manifest.json'))
  const newest = manifest?.schema?.reads?.[1]
  const data = readDataVersion(path)
  return newest !== undefined && data !== undefined && data.version < newest
}

interface Known {
  readonly state?: unknown
  readonly schema?: { readonly reads?: readonly number[] }
}

function readJson(path: string): Known | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Known
  } catch {
    return undefined // not there or not whole: nothing to wait for
  }
}
