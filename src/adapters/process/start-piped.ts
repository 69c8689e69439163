// A long-lived program at the other end of two pipes. Like everything that is started here: an argument array, no shell.
import { spawn } from 'node:child_process'

export interface PipedStart {
  readonly program: string
  readonly args: readonly string[]
  /** All of it: nothing of ours is inherited. */
  readonly environment: Readonly<Record<string, string>>
}

export interface PipedProcess {
  readonly pid: number | undefined
  write(text: string): void
  onOutput(hear: (chunk: Uint8Array) => void): void
  /** Settles once, when it is gone and everything that it said was heard: with its last words of complaint. */
  readonly ended: Promise<string>
  /** By force. */
  kill(): void
}

const COMPLAINT_MAX_CHARS = 2000

export function startPiped({ program, args, environment }: PipedStart): PipedProcess {
  const child = spawn(program, args, { cwd: '/', env: environment, stdio: 'pipe' })
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_MAX_CHARS)
  })
  child.once('error', (error) => resolve(error.message))
  child.once('close', () => resolve(complaint.trim()))
  // Writing to a program that is gone: `close` tells so.
  child.stdin.on('error', () => undefined)
  return {
    pid: child.pid,
    write: (text) => void child.stdin.write(text),
    onOutput: (hear) => void child.stdout.on('data', hear),
    ended,
    kill: () => void child.kill('SIGKILL'),
  }
}
