// One program under each of the supervisors that others use, started and ended by the bench.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bringPeer, bringPm2, type Peer } from './bring-peers.ts'

export interface Supervised {
  end(): Promise<void>
}

export interface Supervisor {
  readonly name: string
  /** Undefined when it can't be had here. */
  start(command: readonly string[], folder: string): Supervised | undefined
}

const runScript = (command: readonly string[]) =>
  `#!/bin/sh\nexec ${command.map(quote).join(' ')} >/dev/null 2>&1\n`
const quote = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`

export const SUPERVISORS: readonly Supervisor[] = [
  {
    name: 'pm2',
    start(command, folder) {
      const peer = bringPm2(folder)
      if (!peer) return undefined
      const [node = '', script = '', ...args] = command
      runPm2(peer, ['start', script, '--name', 'peer', '--interpreter', node, '--', ...args])
      return { end: async () => runPm2(peer, ['kill']) }
    },
  },
  {
    name: 'supervisord',
    start(command, folder) {
      const peer = bringPeer('supervisord', folder)
      if (!peer) return undefined
      const config = join(folder, 'supervisord.conf')
      const words = command.map((word) => `"${word.replaceAll('%', '%%')}"`).join(' ')
      const files = `pidfile=${folder}/supervisord.pid\nlogfile=${folder}/supervisord.log\nchildlogdir=${folder}`
      writeFileSync(
        config,
        `[supervisord]\nnodaemon=true\nsilent=true\n${files}\n[program:peer]\ncommand=${words}\nautorestart=true\n`,
      )
      return keep(peer, ['-c', config])
    },
  },
  { name: 'runit', start: (command, folder) => startFolder('runsv', command, folder) },
  { name: 's6', start: (command, folder) => startFolder('s6-supervise', command, folder) },
]

/** runit and s6 share the idea of a folder with an executable called `run`. */
function startFolder(
  name: 'runsv' | 's6-supervise',
  command: readonly string[],
  folder: string,
): Supervised | undefined {
  const peer = bringPeer(name, folder)
  if (!peer) return undefined
  const place = join(folder, 'peer')
  mkdirSync(place)
  writeFileSync(join(place, 'run'), runScript(command), { mode: 0o755 })
  return keep(peer, [place])
}

function keep(peer: Peer, args: readonly string[]): Supervised {
  const [program = '', ...first] = peer.command
  const env = { ...process.env, ...peer.env }
  const child = spawn(program, [...first, ...args], { env, stdio: 'ignore' })
  return { end: () => end(child) }
}

/** All of them end their program when they are asked to go. */
async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

export function runPm2(peer: Peer, args: readonly string[]): void {
  const [program = '', ...first] = peer.command
  const { status, stderr } = spawnSync(program, [...first, ...args], {
    env: { ...process.env, ...peer.env },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`pm2 ${args.join(' ')}: ${stderr}`)
}
