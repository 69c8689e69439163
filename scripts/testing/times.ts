// The kept table of how long each test file takes: test/times.json. The longest files start first, and a tidy check holds
// every file of a default kind to its limit.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileReport } from './run-report.ts'

const PLACE = 'test/times.json'
/** Unit tests have hundreds of files that take no time worth a row. */
const SHORTEST_UNIT_KEPT_SEC = 1

export type Times = Readonly<Record<string, number>>

export function readTimes(root: string): Times {
  const path = join(root, PLACE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Times) : {}
}

/** Files that did not run keep their row while they exist. */
export function keepTimes(root: string, files: readonly FileReport[]): void {
  const kept = Object.entries(readTimes(root)).filter(([file]) => existsSync(join(root, file)))
  const measured = files
    .filter(({ kind, seconds }) => kind !== 'unit' || seconds >= SHORTEST_UNIT_KEPT_SEC)
    .map(({ file, seconds }) => [file, Math.round(seconds * 10) / 10] as const)
  const rows = [...new Map([...kept, ...measured])].toSorted(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(join(root, PLACE), `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`)
}
