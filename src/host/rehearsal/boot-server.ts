// A release's server, alone on the copy: in the sandbox, with a loopback of its own and no way to reach what is live.
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { redactSecrets } from '../../lib/redact-secrets.ts'
import { smallEnvironment } from '../environment.ts'
import { readInstance } from '../read-instance.ts'
import { readTerminals } from './end-terminals.ts'
import type { StageSandbox } from './open-sandbox.ts'

export interface BootedServer {
  readonly url: string
  /** Resolves with how it ended: `exit 0`, `SIGKILL`. */
  stop(signal: AbortSignal): Promise<string>
}

const LOOK_EVERY_MS = 20
const WORDS_MAX_CHARS = 4000

interface Place {
  readonly home: string
  readonly folder: string
  readonly copy: string
  readonly sandbox: StageSandbox
}

export async function bootServer(
  place: Place,
  signal: AbortSignal,
  started: (child: ChildProcess) => void,
): Promise<BootedServer> {
  const { copy, sandbox } = place
  // What the release before it has said of itself is no word of this one.
  rmSync(join(copy, 'instance.json'), { force: true })
  lendCompiledCode(place)
  const child = sandbox.kind === 'sandboxed' ? startInside(place, sandbox) : startBare(place)
  started(child)
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-WORDS_MAX_CHARS)
  })
  const ended = once(child, 'close')
  while (!signal.aborted) {
    const instance = readInstance(copy)
    if (instance !== undefined) {
      const url = sandbox.kind === 'sandboxed' ? `http://127.0.0.1:${sandbox.port}` : instance.url
      return { url, stop: (limit) => stop(child, limit) }
    }
    if (hasEnded(child)) {
      await ended
      throw new Error(`it ended at its start (${endOf(child)})${quote(words)}`)
    }
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`it has not said where it is${quote(words)}`)
}

/** What the release compiled where it led makes its start on the copy cheaper; nothing comes back from the copy. */
function lendCompiledCode({ home, copy, folder }: Place): void {
  const kept = join('watchdog', 'compile-cache', basename(folder))
  try {
    cpSync(join(home, kept), join(copy, kept), { recursive: true, force: false })
  } catch {
    return // it never led here, or its folder is being replaced: it starts without
  }
}

function wordsOf({ folder, copy }: Place, port: number): string[] {
  const words = ['--home', copy, '--host', '127.0.0.1', '--port', String(port)]
  return [join(folder, 'server.mjs'), ...words]
}

/** The port is the one that we listen on outside, so that the server has the same address on both sides. */
function startInside(place: Place, sandbox: Extract<StageSandbox, { kind: 'sandboxed' }>): ChildProcess {
  const [program, ...args] = [...sandbox.command, ...wordsOf(place, sandbox.port)]
  // Inside, /tmp is its own: terminals that it opens there end with it.
  const more = { HOME: place.copy, TMUX_TMPDIR: '/tmp', CMUX_REHEARSING: '1' }
  return start(program ?? '', args, place, more, ['pipe', 'ignore', 'pipe'])
}

function startBare(place: Place): ChildProcess {
  const more = { TMUX_TMPDIR: readTerminals(place.copy) ?? place.copy, CMUX_REHEARSING: '1' }
  return start(process.execPath, wordsOf(place, 0), place, more, ['ignore', 'ignore', 'pipe'])
}

function start(
  program: string,
  args: readonly string[],
  { copy }: Place,
  more: Readonly<Record<string, string>>,
  stdio: StdioOptions,
): ChildProcess {
  const child = spawn(program, args, { cwd: copy, env: smallEnvironment(more), stdio })
  // One that has ended can be told nothing any more.
  child.stdin?.on('error', () => undefined)
  return child
}

async function stop(child: ChildProcess, signal: AbortSignal): Promise<string> {
  if (!hasEnded(child)) {
    const ended = once(child, 'exit', { signal })
    if (child.stdin) child.stdin.write('stop\n')
    else child.kill('SIGTERM')
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
