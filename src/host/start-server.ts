// Starts the server as a process of its own and waits for its word: ready, or what is wrong.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../protocol/error-catalogue.ts'
import { describePortHolder } from './port-holder.ts'

const READY_LIMIT_MS = 15_000

export interface StartOptions {
  readonly program: string
  readonly home: string
  readonly port?: string
  readonly host?: string
}

type Word =
  | { kind: 'ready'; url: string }
  | { kind: 'failed'; error: { code: string; message: string; hint: string } }

export async function startServer(options: StartOptions): Promise<string> {
  const child = spawn(process.execPath, [options.program, ...serverArguments(options)], {
    detached: true,
    cwd: '/',
    stdio: ['ignore', openOutput(options.home), openOutput(options.home), 'ipc'],
  })
  const word = await firstWord(child)
  child.disconnect()
  child.unref()
  if (word.kind === 'ready') return word.url
  throw failure(word.error)
}

export function serverArguments({ home, port, host }: StartOptions): string[] {
  return [
    '--home',
    home,
    ...(port === undefined ? [] : ['--port', port]),
    ...(host === undefined ? [] : ['--host', host]),
  ]
}

/** What the process prints by itself (a crash's stack) is kept apart from its structured log. */
function openOutput(home: string): number {
  try {
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
    return openSync(join(home, 'logs', 'server.out'), 'a', 0o600)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CmuxError('HOME_UNUSABLE', `the home directory ${home} can't be used: ${reason}`, {
      cause: error,
    })
  }
}

async function firstWord(child: ChildProcess): Promise<Word> {
  const { promise, resolve, reject } = Promise.withResolvers<Word>()
  const limit = setTimeout(() => {
    child.kill('SIGKILL')
    reject(
      new CmuxError('TIMED_OUT', `the server was not ready within ${READY_LIMIT_MS / 1000} s and was ended`),
    )
  }, READY_LIMIT_MS)
  child.once('message', (word: Word) => resolve(word))
  child.once('error', reject)
  child.once('exit', (code, signal) =>
    reject(new CmuxError('START_FAILED', `the server ended at its start (${signal ?? `exit ${code}`})`)),
  )
  try {
    return await promise
  } finally {
    clearTimeout(limit)
  }
}

function failure({ code, message, hint }: { code: string; message: string; hint: string }): CmuxError {
  const known: ErrorCode = code in ERROR_CATALOGUE ? (code as ErrorCode) : 'START_FAILED'
  const port = known === 'PORT_TAKEN' ? Number(/\d+/.exec(message)?.[0]) : undefined
  const holder = port === undefined ? '' : ` by ${describePortHolder(port)}`
  return new CmuxError(known, `${message}${holder}`, { hint })
}
