// A release's server, alone on the copy: its own port, a small environment, and no way to reach what is live.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { redactSecrets } from '../../lib/redact-secrets.ts'
import { smallEnvironment } from '../environment.ts'
import { readInstance } from '../read-instance.ts'
import { readTerminals } from './end-terminals.ts'

export interface BootedServer {
  readonly url: string
  /** Resolves with how it ended: `exit 0`, `SIGKILL`. */
  stop(signal: AbortSignal): Promise<string>
}

const LOOK_EVERY_MS = 20
const WORDS_MAX_CHARS = 4000

export async function bootServer(
  place: { readonly folder: string; readonly copy: string },
  signal: AbortSignal,
  started: (child: ChildProcess) => void,
): Promise<BootedServer> {
  const { folder, copy } = place
  const args = [join(folder, 'server.mjs'), '--home', copy, '--host', '127.0.0.1', '--port', '0']
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: smallEnvironment({ TMUX_TMPDIR: readTerminals(copy) ?? copy, CMUX_REHEARSING: '1' }),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started(child)
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-WORDS_MAX_CHARS)
  })
  const ended = once(child, 'close')
  while (!signal.aborted) {
    const instance = readInstance(copy)
    if (instance !== undefined && instance.pid === child.pid)
      return { url: instance.url, stop: (limit) => stop(child, limit) }
    if (hasEnded(child)) {
      await ended
      throw new Error(`it ended at its start (${endOf(child)})${quote(words)}`)
    }
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`it has not said where it is${quote(words)}`)
}

async function stop(child: ChildProcess, signal: AbortSignal): Promise<string> {
  if (!hasEnded(child)) {
    const ended = once(child, 'exit', { signal })
    child.kill('SIGTERM')
    await ended
  }
  return endOf(child)
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
const endOf = (child: ChildProcess) => child.signalCode ?? `exit ${child.exitCode}`

/** Its own words, on one line: errors of cmux are two, and a stack begins with what matters. */
function quote(words: string): string {
  const lines = redactSecrets(words)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
  return lines.length === 0 ? '' : `: ${lines.slice(-2).join(' ')}`
}
