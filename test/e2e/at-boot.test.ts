// `cmux service`: an entry for the service manager, and the keeper that it runs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findKeepers } from '../../src/host/at-boot/end-keeper.ts'
import { findProcesses } from '../../src/host/find-processes.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { findSystemdObstacle, startUserSystemd } from '../fixtures/user-systemd.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

const onLinux = process.platform === 'linux'

/** A user with a systemctl that writes down what it is told and ends with this code. It is no systemd: see below for one. */
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

async function killAll(home: string): Promise<void> {
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const)
    for (const pid of findProcesses(home)) process.kill(pid, signal)
  await vi.waitFor(() => expect(findProcesses(home)).toEqual([]), { timeout: 10_000 })
}

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

const obstacle = findSystemdObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: cmux under a real systemd, since ${obstacle}`)

test.skipIf(obstacle)(
  '[X3] [P3] under a real systemd: back after kill -9 of all, down and up by hand hold, a stop leaves agents, uninstall leaves cmux',
  async () => {
    const user = join(cmux.folder, 'real')
    mkdirSync(user)
    const home = join(user, 'a "home" of 100% $HOME')
    await using systemd = await startUserSystemd(user, process.env['PATH'] ?? '')
    const run = (...args: string[]) =>
      systemd.run(process.execPath, join(cmux.programs, 'cli.mjs'), ...args, '--home', home)
    const comesUp = () =>
      vi.waitFor(async () => expect((await run('watchdog', 'status')).stdout).toMatch(/, process \d+\n$/), {
        timeout: 30_000,
      })
    const socket = `cmux-test-boot-${process.pid}`
    const tmux = (...args: string[]) => execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' })
    tmux('new-session', '-d', '-s', 'agents', 'sleep 600')
    try {
      expect(await run('up', '--no-open', '--port', '0')).toMatchObject({ code: 0 })
      const { stdout, ...installed } = await run('service', 'install', '--json')
      expect([installed, JSON.parse(stdout)]).toMatchObject([{ code: 0, stderr: '' }, { checked: true }])
      const { file } = JSON.parse(stdout) as { file: string }
      const unit = file.slice(file.lastIndexOf('/') + 1)
      await expect.poll(() => findKeepers(home).length, { timeout: 10_000 }).toBe(1)
      // All of them killed: the keeper brings them back, now as processes of the unit.
      await killAll(home)
      await comesUp()
      expect(await run('status')).toMatchObject({ code: 0, stderr: '' })
      const [watchdog] = findProcesses(home, ['watchdog.mjs'])
      expect(readFileSync(`/proc/${watchdog}/cgroup`, 'utf8')).toContain(unit)
      // A keeper that is killed is started again by systemd.
      const [keeper] = findKeepers(home)
      process.kill(keeper!, 'SIGKILL')
      await expect
        .poll(() => findKeepers(home).filter((pid) => pid !== keeper).length, { timeout: 30_000 })
        .toBe(1)
      expect(findProcesses(home, ['watchdog.mjs'])).toEqual([watchdog])
      // An agent's terminal among the processes of the unit, where the server would have started it.
      const pids = tmux('list-panes', '-a', '-F', '#{pid} #{pane_pid}').trim().split(' ')
      for (const pid of pids) writeFileSync(join(groupOf(watchdog!, unit), 'cgroup.procs'), pid)
      expect(await systemd.run('systemctl', '--user', 'stop', unit)).toMatchObject({ code: 0 })
      expect([findProcesses(home), findKeepers(home)]).toEqual([[], []])
      expect(tmux('list-panes', '-a', '-F', '#{pid} #{pane_pid}').trim().split(' ')).toEqual(pids)
      expect(readFileSync(`/proc/${pids[1]}/cgroup`, 'utf8')).toContain(unit)
      // Started by systemd, as after a reboot: it was stopped, and is up again.
      expect(await systemd.run('systemctl', '--user', 'start', unit)).toMatchObject({ code: 0 })
      await comesUp()
      // Stopped by its own verb it stays down, and the keeper stays.
      expect(await run('down')).toMatchObject({ code: 0 })
      expect(await run('status')).toMatchObject({ code: 3 })
      expect(await run('up', '--no-open')).toMatchObject({ code: 0 })
      expect(findKeepers(home)).toHaveLength(1)
      expect(await run('service', 'uninstall')).toMatchObject({ code: 0, stderr: '' })
      expect([findKeepers(home), existsSync(file)]).toEqual([[], false])
      expect(await run('status')).toMatchObject({ code: 0, stderr: '' })
    } finally {
      tmux('kill-server')
      await run('down', '--now')
    }
  },
)

/** The folder through which processes are moved into the group of a unit. */
function groupOf(pid: number, unit: string): string {
  const line = readFileSync(`/proc/${pid}/cgroup`, 'utf8')
    .split('\n')
    .find((row) => row.includes(unit))
  const path = line?.split(':').at(-1) ?? ''
  return ['/sys/fs/cgroup/systemd', '/sys/fs/cgroup'].map((root) => join(root, path)).find(existsSync) ?? ''
}
