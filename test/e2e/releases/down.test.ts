// `cmux down` ends every process and frees the port, whatever goes on at that moment.
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProcesses, PROGRAMS } from '../../../src/host/find-processes.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endServers } from '../../fixtures/end-servers.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { makeProgramPath } from '../../fixtures/program-path.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

test('[H10] down ends the whole family, frees the port, and nobody comes back', async () => {
  await using guarded = await startGuarded(cmux, 'down')
  await guarded.family()
  expect(await guarded.run('down')).toMatchObject({ code: 0, stdout: 'cmux has stopped\n' })
  expect(findProcesses(guarded.home)).toEqual([])
  expect(await knock(guarded.port)).toBe('ECONNREFUSED')
  expect(await guarded.run('up', '--no-open')).toMatchObject({ code: 0 })
})

async function enterSafeMode(guarded: GuardedCmux): Promise<void> {
  rmSync(join(guarded.home, 'current', 'server.mjs'))
  endServers(guarded)
  await expect.poll(() => findProcesses(guarded.home, [PROGRAMS.safe]).length, { timeout: 30_000 }).toBe(1)
}

const DISTURBANCES: readonly (readonly [what: string, disturb: (guarded: GuardedCmux) => unknown])[] = [
  ['a recovery', endServers],
  ['a swap', (guarded) => void guarded.run('restart')],
  ['safe mode', enterSafeMode],
]

test.each(DISTURBANCES)(
  '[H10] down in the middle of %s ends everybody and frees the port',
  async (what, disturb) => {
    await using guarded = await startGuarded(cmux, `down-in-${what.replaceAll(' ', '-')}`)
    await guarded.family()
    await disturb(guarded)
    expect(await guarded.run('down')).toMatchObject({ code: 0 })
    expect(findProcesses(guarded.home)).toEqual([])
    expect(await knock(guarded.port)).toBe('ECONNREFUSED')
  },
)

test('[H8] [H10] without tmux, up says why it is degraded and what mends it, the demo is refused, and down is no failure', async () => {
  const programs = makeProgramPath(join(cmux.folder, 'programs'))
  programs.remove('tmux')
  const home = join(cmux.folder, 'no-tmux')
  const run = (...args: string[]) => cmux.runWith({ PATH: programs.folder }, ...args, '--home', home)
  const { code, stdout } = await run('up', '--demo', '--no-open', '--port', '0')
  const down = await run('down', '--agents')
  expect(code).toBe(1)
  expect(stdout).toMatch(/^cmux is up and degraded: /)
  expect(stdout).toMatch(/\ntmux is unhealthy: tmux is not installed, and agents live in it\nfix: .*tmux\n/)
  expect(stdout).toContain('\nthe demo did not start: tmux is not installed')
  expect(stdout).not.toContain('demo-lead')
  expect(down).toEqual({
    code: 0,
    stdout: 'cmux has stopped; tmux is not installed, so there are no agents to stop\n',
    stderr: '',
  })
})

function knock(port: number): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  connect(port, '127.0.0.1')
    .once('error', (error: Error & { code?: string }) => resolve(error.code))
    .once('connect', () => resolve('connected'))
  return promise
}
