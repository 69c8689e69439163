// What the status says of the standby and of the release's age, on real families of processes; and what a standby does not do.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Status } from '../../../src/protocol/machine/status.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'

const LIMIT = { timeout: 30_000, interval: 50 }

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

const statusOf = async (guarded: GuardedCmux) =>
  (await ask(guarded, { path: '/api/status', token: guarded.owner })).json as Status

test('[U6] the status tells of a warm standby, also of the one that follows a dead one, and how old the release is', async () => {
  const beforeMs = Date.now()
  await using guarded = await startGuarded(cmux, 'standby', { standby: true })
  const first = await guarded.family()
  const becomesWarm = () =>
    vi.waitFor(async () => {
      const { watchdog } = await statusOf(guarded)
      expect(watchdog?.standby).toEqual({ state: 'warm', why: null })
    }, LIMIT)
  await becomesWarm()
  expect((await guarded.run('status')).stdout).toMatch(/standby +healthy +loaded and ready to take over/)
  process.kill(first.standby, 'SIGKILL')
  await expect.poll(async () => (await guarded.family()).standby, LIMIT).not.toBe(first.standby)
  await becomesWarm()
  const { release, health } = await statusOf(guarded)
  expect(release.id).toBe(health.release.id)
  for (const moment of [release.installedAt, release.currentSince]) {
    const sinceMs = Date.parse(String(moment)) - beforeMs
    // A file system may count in whole seconds.
    expect(sinceMs).toBeGreaterThan(-2000)
    expect(sinceMs).toBeLessThan(Date.now() - beforeMs + 2000)
  }
})

test('[U6] where none is wanted, the status says why', async () => {
  const home = join(cmux.folder, 'alone')
  await using guarded = await startGuarded(cmux, 'alone', { standby: false }, {}, { home })
  const { watchdog } = await statusOf(guarded)
  expect(watchdog?.standby).toEqual({
    state: 'none',
    why: 'the setting watchdog.standby is off in config.json',
  })
})

test('only the server that leads starts a sandbox to find out whether git has one', async () => {
  const bin = join(cmux.folder, 'bin')
  const tried = join(cmux.folder, 'tried')
  mkdirSync(bin)
  const script = `#!/bin/sh\necho $PPID >> ${tried}\nPATH=\${PATH#*:} exec bwrap "$@"\n`
  writeFileSync(join(bin, 'bwrap'), script, { mode: 0o755 })
  const env = { PATH: `${bin}:${process.env['PATH']}` }
  await using guarded = await startGuarded(cmux, 'tries', { standby: true }, {}, { env })
  const { leader } = await guarded.family()
  const pids = () => (existsSync(tried) ? readFileSync(tried, 'utf8').trim().split('\n').map(Number) : [])
  await expect.poll(pids, LIMIT).toContain(leader)
  expect(new Set(pids())).toEqual(new Set([leader]))
})
