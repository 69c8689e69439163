// `cmux service`: an entry for the service manager, and the keeper that it runs.
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endKeeper, findKeepers } from '../../../src/host/at-boot/end-keeper.ts'
import { findProcesses } from '../../../src/host/find-processes.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { killAll } from '../../fixtures/kill-all.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

const onLinux = process.platform === 'linux'

/** A user with a systemctl that writes down what it is told and ends with this code. It is no systemd. */
function makeUser(name: string, exitCode: number) {
  const user = join(cmux.folder, name)
  const bin = join(user, 'bin')
  const runtime = join(user, 'runtime')
  mkdirSync(bin, { recursive: true })
  mkdirSync(runtime)
  const log = join(user, 'log')
  writeFileSync(join(bin, 'systemctl'), `#!/bin/sh\necho "$@" >> '${log}'\nexit ${exitCode}\n`, {
    mode: 0o755,
  })
  const home = join(user, 'a "home" of 100%')
  const env = { HOME: user, PATH: [bin, process.env['PATH']].join(delimiter), XDG_RUNTIME_DIR: runtime }
  return {
    user,
    home,
    units: join(user, '.config', 'systemd', 'user'),
    calls: () => readFileSync(log, 'utf8').trim().split('\n'),
    run: (...args: string[]) => cmux.runWith(env, ...args, '--home', home),
  }
}

// oxlint-disable-next-line no-console
if (!onLinux) console.warn('NOT RUN: a start at boot by systemd, since this is no Linux')

describe.runIf(onLinux)('with a systemctl that only writes down what it is told', () => {
  test('[X3] install, status and uninstall touch one file in the user folder and tell systemd', async () => {
    const { home, user, units, calls, run } = makeUser('told', 0)
    expect(await run('up', '--no-open', '--port', '0')).toMatchObject({ code: 0 })
    try {
      expect(JSON.parse((await run('service', 'status', '--json')).stdout)).toMatchObject({
        manager: 'systemd',
        installed: false,
        active: false,
      })
      const before = readdirSync(user)
      const installed = await run('service', 'install')
      expect(installed).toMatchObject({ code: 0, stdout: expect.stringContaining('loginctl enable-linger') })
      const [unit = '', ...others] = readdirSync(units)
      expect([unit, others]).toEqual([expect.stringMatching(/^cmux-[0-9a-f]{8}\.service$/), []])
      expect(readdirSync(user).filter((name) => !before.includes(name))).toEqual(['.config'])
      expect(readFileSync(join(units, unit), 'utf8')).toContain('/a \\"home\\" of 100%%/current/cli.mjs"')
      expect(calls().slice(-2)).toEqual(['--user daemon-reload', `--user enable --now ${unit}`])
      expect(JSON.parse((await run('service', 'status', '--json')).stdout)).toMatchObject({
        installed: true,
        active: true,
        outdated: false,
        file: join(units, unit),
      })
      expect(await run('service', 'uninstall')).toMatchObject({ code: 0 })
      expect(readdirSync(units)).toEqual([])
      expect(calls().slice(-2)).toEqual([`--user disable ${unit}`, '--user daemon-reload'])
      expect(await run('service', 'uninstall')).toMatchObject({ code: 0, stdout: 'it was not installed\n' })
      expect(await run('status')).toMatchObject({ code: 0 })
    } finally {
      await cmux.run(home, 'down', '--now')
    }
  })

  test('[X3] where no systemd runs it is refused with a hint, and nothing is written', async () => {
    const { home, user, run } = makeUser('alone', 1)
    expect(await run('service', 'install')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('(NOT_RUNNING)'),
    })
    expect(await run('up', '--no-open', '--port', '0')).toMatchObject({ code: 0 })
    try {
      expect(await run('service', 'install')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/no systemd runs for this user .*\(NO_BOOT_MANAGER\)\nhint: .*@reboot/),
      })
      expect(existsSync(join(user, '.config'))).toBe(false)
      expect(await run('service', 'status')).toMatchObject({
        code: 0,
        stdout: 'not installed (no service manager runs for this user)\n',
      })
    } finally {
      await cmux.run(home, 'down', '--now')
    }
  })
})

const endOf = (keeper: ChildProcess) =>
  new Promise((resolve) => keeper.once('exit', (code, signal) => resolve(code ?? signal)))

// As a plain process: a manager of the test's own would take over the group of processes that it is started in.
test('[X3] the keeper brings cmux back, lets `down` hold, stops it when told to, and leaves it when uninstalled', async () => {
  const home = join(cmux.folder, 'a "kept" home of 100%')
  const keepers: ChildProcess[] = []
  const keep = async () => {
    const args = [join(home, 'current', 'cli.mjs'), 'service', 'keep', '--home', home]
    const keeper = spawn(process.execPath, args, { stdio: 'ignore' })
    keepers.push(keeper)
    await comesUp()
    return keeper
  }
  const comesUp = () =>
    vi.waitFor(async () => expect((await cmux.run(home, 'status')).code).toBe(0), { timeout: 60_000 })
  try {
    expect(await cmux.run(home, 'up', '--no-open', '--port', '0')).toMatchObject({ code: 0 })
    const first = await keep()
    await killAll(home)
    // By the keeper itself: nobody else asks for it.
    await expect
      .poll(() => findProcesses(home, ['server.mjs']).length, { timeout: 60_000 })
      .toBeGreaterThan(0)
    await comesUp()
    const stopped = endOf(first)
    first.kill('SIGTERM')
    expect([await stopped, findProcesses(home)]).toEqual([0, []])
    // Started again, as after a reboot: it was stopped, and is up again.
    const second = await keep()
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 3 })
    expect(findKeepers(home)).toEqual([second.pid])
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0 })
    const left = endOf(second)
    await endKeeper(home)
    expect([await left, findKeepers(home)]).toEqual([0, []])
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 0, stderr: '' })
  } finally {
    for (const keeper of keepers) keeper.kill('SIGKILL')
    await cmux.run(home, 'down', '--now')
  }
})
