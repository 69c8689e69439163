import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'

const PROGRAM = join(import.meta.dirname, 'main.ts')
/** It takes a fraction of a second. */
const LIMIT_MS = 30_000

/** A home without a release: a watchdog that stays there fails at once. */
function startIn(home: string) {
  const args = [PROGRAM, '--home', home, '--port', '0']
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: LIMIT_MS })
  return { status, stderr }
}

test('[P4] a second watchdog goes at once: the first one has the lock', () => {
  using home = makeTempFolder()
  mkdirSync(join(home.path, 'watchdog'))
  const first = new DatabaseSync(join(home.path, 'watchdog', 'lock.db'))
  first.exec('begin exclusive')
  expect(startIn(home.path)).toEqual({ status: 0, stderr: '' })
  first.close()
  expect(startIn(home.path).status).toBe(1)
})

test('[H10] a watchdog goes at once when cmux was stopped', () => {
  using home = makeTempFolder()
  mkdirSync(join(home.path, 'watchdog'))
  writeFileSync(join(home.path, 'watchdog', 'stopping'), '')
  expect(startIn(home.path)).toEqual({ status: 0, stderr: '' })
})
