// A release that is not what was built is never started, not even the one that ran a moment ago.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endServers } from '../../fixtures/end-servers.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

interface Ledger {
  readonly current: string
  readonly good: readonly string[]
}

const readLedger = ({ home }: GuardedCmux) =>
  JSON.parse(readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')) as Ledger

async function untilGood(guarded: GuardedCmux, count: number): Promise<Ledger> {
  return vi.waitFor(
    () => {
      const ledger = readLedger(guarded)
      if (ledger.good.length < count) throw new Error('not good yet')
      return ledger
    },
    { timeout: 20_000 },
  )
}

/** Changes the program of these releases, and ends all that runs. */
function damage({ home }: GuardedCmux, ...releases: readonly string[]): { ran: () => boolean } {
  const mark = join(home, 'damaged-code-ran')
  const harm = `process.getBuiltinModule('node:fs').writeFileSync(${JSON.stringify(mark)}, '')\n`
  for (const release of releases) writeFileSync(join(home, 'releases', release, 'server.mjs'), harm)
  endServers({ home })
  return { ran: () => existsSync(mark) }
}

const readHealth = async ({ port }: GuardedCmux) =>
  (await (await fetch(`http://127.0.0.1:${port}/api/webhooks/health`)).json()) as {
    mode?: string
    release: { id: string }
  }

test('[P5] [H2] [R1] the watchdog passes over damaged releases, goes on to an older good one, and says why', async () => {
  await using guarded = await startGuarded(cmux, 'three')
  const { current: first } = await untilGood(guarded, 1)
  for (const [index, id] of ['second', 'third'].entries()) {
    plantRelease(guarded.home, id, first)
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
    await untilGood(guarded, 2 + index)
    await guarded.family()
  }
  expect(readLedger(guarded).good).toEqual(['third', 'second', first])
  const damaged = damage(guarded, 'second', 'third')
  await expect.poll(async () => (await readHealth(guarded)).release.id, { timeout: 20_000 }).toBe(first)
  expect([damaged.ran(), readLedger(guarded).current]).toEqual([false, first])
  const log = readFileSync(join(guarded.home, 'status.log'), 'utf8')
  for (const id of ['second', 'third'])
    expect(log).toContain(
      `not started release="${id}" why="its file server.mjs is damaged: it is not what was built"`,
    )
})

test('[H2] [R1] after two good releases that crash in the same way, a third older one is reached', async () => {
  await using guarded = await startGuarded(cmux, 'crashing')
  const { current: first } = await untilGood(guarded, 1)
  const poison = join(guarded.home, 'poison')
  const program = `if (process.getBuiltinModule('node:fs').existsSync(${JSON.stringify(poison)})) process.exit(7)\nawait import('./well.mjs')\n`
  for (const [index, id] of ['older', 'newest'].entries()) {
    plantRelease(guarded.home, id, first, (folder) => putBeforeServer(folder, program))
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
    await untilGood(guarded, 2 + index)
    await guarded.family()
  }
  writeFileSync(poison, '')
  // Both servers: the standby has the release's program in memory already, and would only hide the crash.
  endServers(guarded)
  await expect.poll(async () => (await readHealth(guarded)).release.id, { timeout: 20_000 }).toBe(first)
  const log = readFileSync(join(guarded.home, 'status.log'), 'utf8')
  const tried = [...log.matchAll(/ watchdog failed release="(\w+)" cause="crashed"/g)].map(([, id]) => id)
  expect([...new Set(tried)]).toEqual(['newest', 'older'])
  expect(log).not.toContain('safe mode')
})

test('[P5] [P4] with no other release there, safe mode says which file is damaged', async () => {
  await using guarded = await startGuarded(cmux, 'one')
  const { current } = await untilGood(guarded, 1)
  await guarded.family()
  const damaged = damage(guarded, current)
  await expect.poll(async () => (await readHealth(guarded)).mode, { timeout: 20_000 }).toBe('safe')
  const page = await fetch(`http://127.0.0.1:${guarded.port}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toContain(`Release ${current} was not started: its file server.mjs is damaged`)
  expect(damaged.ran()).toBe(false)
})
