// When no release is well, the port still answers, and says why; and it leaves safe mode by itself.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProcesses, PROGRAMS } from '../../../src/host/find-processes.ts'
import { breakRelease } from '../../fixtures/break-release.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

const FAST = { safeRetrySec: 0.3 }

async function readHealth({ port }: GuardedCmux): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`http://127.0.0.1:${port}/api/webhooks/health`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test.each([
  ['crashes at its start', 'process.exit(1)'],
  ['is never ready', 'setInterval(() => undefined, 1000)'],
])(
  '[P4] [P1] [H2] a release that %s, with no other there, ends in safe mode and comes back when it is mended',
  async (_, program) => {
    await using guarded = await startGuarded(cmux, `broken-${program.length}`, { ...FAST, readySec: 3 })
    await guarded.family()
    const load = startLoad(guarded)
    const mend = breakRelease(guarded, program)
    await expect.poll(async () => (await readHealth(guarded)).body['mode'], { timeout: 40_000 }).toBe('safe')
    expect(await readHealth(guarded)).toMatchObject({
      status: 503,
      body: { status: 'unhealthy', mode: 'safe' },
    })
    const page = await fetch(`http://127.0.0.1:${guarded.port}/`, { headers: { accept: 'text/html' } })
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('cmux doctor')])
    const sent = await fetch(`http://127.0.0.1:${guarded.port}/api/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${guarded.owner}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'm1', to: 'anna', body: 'are you there?' }),
    })
    expect([sent.status, await sent.json()]).toEqual([202, { id: 'm1', receipt: 'accepted', spooled: true }])
    expect(readdirSync(join(guarded.home, 'spool', 'new'))).toHaveLength(1)
    mend()
    await expect.poll(async () => (await readHealth(guarded)).status, { timeout: 40_000 }).toBe(200)
    const counts = await load.end()
    expect(counts['ECONNREFUSED'] ?? 0).toBe(0)
    await expect
      .poll(async () => JSON.stringify((await guarded.run('status', '--json')).stdout), { timeout: 10_000 })
      .toContain('watchdog.acted')
    const readLog = () => readFileSync(join(guarded.home, 'status.log'), 'utf8')
    expect(readLog()).toMatch(/ERROR watchdog safe mode cause="(?:crashed|never ready)"/)
    await expect.poll(readLog).toMatch(/swapped from="safe mode" to="\S+" why="leave safe mode"/)
  },
)

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  '[P4] [H6] safe mode outlives %s of its watchdog: it serves on, starts another, and is left when a release is well',
  async (signal) => {
    await using guarded = await startGuarded(cmux, `orphan-${signal}`, FAST)
    await guarded.family()
    const mend = breakRelease(guarded, 'process.exit(1)')
    let safe: Awaited<ReturnType<typeof readHealth>>['body'] = {}
    await expect
      .poll(async () => (safe = (await readHealth(guarded)).body)['mode'], { timeout: 40_000 })
      .toBe('safe')
    const { pid, uptimeSec } = safe
    const load = startLoad(guarded)
    const watchdogs = () => findProcesses(guarded.home, [PROGRAMS.watchdog])
    const [killed = 0] = watchdogs()
    process.kill(killed, signal)
    await expect
      .poll(() => watchdogs().filter((watchdog) => watchdog !== killed), { timeout: 20_000 })
      .toHaveLength(1)
    await expect.poll(watchdogs, { timeout: 20_000 }).not.toContain(killed)
    // Long enough for the new watchdog to have asked it more often than it would forgive.
    await expect
      .poll(async () => Number((await readHealth(guarded)).body['uptimeSec']), { timeout: 30_000 })
      .toBeGreaterThan(Number(uptimeSec) + 3)
    await expect.poll(async () => (await readHealth(guarded)).body).toMatchObject({ mode: 'safe', pid })
    mend()
    await expect.poll(async () => (await readHealth(guarded)).status, { timeout: 40_000 }).toBe(200)
    await guarded.family()
    const counts = await load.end()
    expect(counts['ECONNREFUSED'] ?? 0).toBe(0)
    await expect.poll(() => findProcesses(guarded.home, [PROGRAMS.safe]), { timeout: 20_000 }).toEqual([])
  },
)
