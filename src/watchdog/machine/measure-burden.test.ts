import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { measureBurden } from './measure-burden.ts'

const MIB = 1024 ** 2

function makeHome(newest: number) {
  const folder = makeTempFolder()
  const home = folder.path
  using database = new DatabaseSync(join(home, 'cmux.db'))
  database.exec(`create table schema_versions (version integer, readable_from integer);
    insert into schema_versions values (7, 1); create table t (a); insert into t values (zeroblob(${20 * MIB}))`)
  mkdirSync(join(home, 'releases', 'a'), { recursive: true })
  writeFileSync(
    join(home, 'releases', 'a', 'manifest.json'),
    JSON.stringify({ schema: { reads: [1, newest] } }),
  )
  return folder
}

test.each([
  ['nothing for data that it only opens', 7, () => undefined, [0, 0]],
  ['the log that a crash left', 7, (home: string) => growLog(home), [2000, 3000]],
  ['the data three times, to migrate it', 8, () => undefined, [6000, 7000]],
  ['the data once, when it seems to be damaged', 7, (home: string) => suspect(home), [2000, 3000]],
] as const)('[H3] a start gets as much longer as it has to do: %s', (_, newest, prepare, [from, to]) => {
  using home = makeHome(newest)
  prepare(home.path)
  const ms = measureBurden(home.path, 'a')
  expect(ms).toBeGreaterThanOrEqual(from)
  expect(ms).toBeLessThanOrEqual(to)
})

test('[H3] what is not there takes no time', () => {
  using home = makeTempFolder()
  expect(measureBurden(home.path, 'a')).toBe(0)
})

function growLog(home: string): void {
  writeFileSync(join(home, 'cmux.db-wal'), '')
  truncateSync(join(home, 'cmux.db-wal'), 20 * MIB)
}

function suspect(home: string): void {
  writeFileSync(join(home, 'database-check.json'), '{"state":"suspect"}')
}
