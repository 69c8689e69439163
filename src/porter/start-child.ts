// A version of the service as a process of its own group, on a port of its own.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { Version } from '../protocol/wards/porter.ts'

export interface Child {
  readonly version: Version
  readonly pid: number
  readonly port: number
  readonly startedMs: number
  /** How it ended; null while it lives. */
  end(): string | null
  signal(signal: 'SIGTERM' | 'SIGKILL'): void
}

/** The last words of it, for whoever has to know why it ended. */
const TAIL_MAX_CHARS = 2000
const WORDS_MAX_CHARS = 300

export async function startChild(version: Version, fixedPort: number, onEnd: () => void): Promise<Child> {
  const port = fixedPort === 0 ? await findPort() : fixedPort
  const [program, ...args] = version.command
  const child = spawn(program, args, {
    cwd: version.folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...version.environment, PORT: String(port) },
  })
  let tail = ''
  let end: string | null = null
  const hear = (text: string) => void (tail = (tail + text).slice(-TAIL_MAX_CHARS))
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', hear)
    stream.pipe(process.stdout, { end: false })
  }
  const close = (says: string) => {
    const words = tail.trim().split('\n').slice(-3).join(' ').slice(-WORDS_MAX_CHARS)
    end ??= words === '' ? says : `${says}: ${words}`
    onEnd()
  }
  child.once('error', (error) => close(`could not be started: ${error.message}`))
  // What it said last is still on its way.
  child.once('exit', (code, killer) =>
    setImmediate(() => close(killer === null ? `ended with exit code ${code}` : `was killed by ${killer}`)),
  )
  const { pid = 0 } = child
  return {
    version,
    pid,
    port,
    startedMs: performance.now(),
    end: () => end,
    signal(signal) {
      try {
        if (pid > 0) process.kill(-pid, signal)
      } catch {
        // all of it has ended by itself
      }
    },
  }
}

function findPort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
