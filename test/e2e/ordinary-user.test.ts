// cmux as an ordinary user, who can make namespaces only as such: the sandbox works as it does for root.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import type { Rehearsal } from '../../src/protocol/rehearsal.ts'
import { ask } from '../fixtures/ask.ts'
import { buildCmux } from '../fixtures/built-cmux.ts'
import { listenOnLoopback } from '../fixtures/reach-out.ts'
import { runCommand } from '../fixtures/run-command.ts'

const UID = 12_345
const reach = (port: number, name: string) => `(exec 3<>/dev/tcp/127.0.0.1/${port}) && touch ${name}`
/** Folders of the disk, whether there is a filter of system calls, and how many processes there may be. */
const LOOK =
  'ls -d /srv /mnt /media /var/log > disk; grep Seccomp: /proc/self/status > filter; bash -c "ulimit -u" > most'
const LIMIT = { timeout: 30_000, interval: 50 }
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!isRoot) console.warn('NOT RUN: cmux as an ordinary user, since only root can become one')

test.runIf(isRoot)(
  '[S7] [S8] [S5] [O6] an agent of an ordinary user runs in the sandbox with a network of its own, and a rehearsal in one, too',
  async () => {
    using built = await buildCmux()
    const person = join(built.folder, 'person')
    const home = join(person, '.cmux')
    const node = join(built.folder, 'bin', 'node')
    for (const folder of [person, home, dirname(node)]) mkdirSync(folder, { mode: 0o755 })
    // The Node that runs us may be in a folder that only root can enter.
    copyFileSync(process.execPath, node)
    // And so may the folder of this run of the tests; passing through is enough.
    chmodSync(dirname(built.folder), statSync(dirname(built.folder)).mode | 0o111)
    chmodSync(built.folder, 0o755)
    writeFileSync(join(home, 'config.json'), JSON.stringify({ rehearsal: { startSec: 30 } }))
    for (const path of [person, home, join(home, 'config.json')]) chownSync(path, UID, UID)
    const env = { PATH: `${dirname(node)}:${process.env['PATH']}`, HOME: person, TMUX_TMPDIR: person }
    const asUser = ['--reuid', String(UID), '--regid', String(UID), '--clear-groups', node]
    // Most systems let everybody open this device; the one that runs the tests need not.
    const tun = join(built.folder, 'tun')
    execFileSync('mknod', ['-m', '666', tun, 'c', '10', '200'])
    const withTun = ['--mount', 'sh', '-c', 'mount --bind "$0" /dev/net/tun && exec setpriv "$@"', tun]
    const cmux = (...args: string[]) =>
      runCommand('unshare', [...withTun, ...asUser, join(built.programs, 'cli.mjs'), ...args], {
        env,
        cwd: person,
      })
    const { port } = await up()
    try {
      const token = readFileSync(join(home, 'tokens', 'owner'), 'utf8').trim()
      await using neighbour = await listenOnLoopback()
      const read = `cat ${join(home, 'tokens', 'owner')} > stolen; id -u > me; ${LOOK}`
      const tries = [read, reach(port, 'cmux'), reach(neighbour.port, 'neighbour'), 'touch done'].join('; ')
      const body = { name: 'una', runtime: 'shell', args: ['/bin/bash', '-c', `${tries}; sleep 600`] }
      const question = { token, path: '/api/agents' } as const
      const spawned = await ask({ port }, { ...question, method: 'POST', body })
      expect(spawned.body).toContain('"generation"')
      const { folder } = spawned.json as { folder: string }
      await vi.waitFor(() => expect(readFileSync(join(folder, 'done'), 'utf8')).toBe(''), LIMIT)
      const shown = await ask({ port }, { token, path: '/api/agents/una' })
      expect(shown.json).toMatchObject({ confined: true, unconfined: null, network: 'own' })
      expect(readFileSync(join(folder, 'stolen'), 'utf8')).toBe('')
      expect(existsSync(join(folder, 'cmux'))).toBe(true)
      expect(existsSync(join(folder, 'neighbour'))).toBe(false)
      expect(readFileSync(join(folder, 'me'), 'utf8').trim()).toBe(String(UID))
      const seen = ['disk', 'filter', 'most'].map((name) => readFileSync(join(folder, name), 'utf8').trim())
      expect(seen).toEqual(['', 'Seccomp:\t2', '4096'])
      const proved = JSON.parse((await cmux('release', 'prove', '--json')).stdout) as Rehearsal
      expect(proved.steps.filter(({ passed }) => passed === false)).toEqual([])
      expect(proved).toMatchObject({ passed: true })
      expect(proved.steps[0]).toMatchObject({ check: 'sandbox', passed: true })
    } finally {
      await cmux('down', '--now')
      execFileSync('tmux', ['-S', tmuxSocket(), 'kill-server'])
    }

    async function up(): Promise<{ port: number }> {
      const started = await cmux('up', '--no-open', '--port', '0')
      expect(started).toMatchObject({ code: 0, stderr: '' })
      return JSON.parse(readFileSync(join(home, 'instance.json'), 'utf8')) as { port: number }
    }
    function tmuxSocket(): string {
      const folder = join(person, `tmux-${UID}`)
      return join(folder, execFileSync('ls', [folder], { encoding: 'utf8' }).trim())
    }
  },
)
