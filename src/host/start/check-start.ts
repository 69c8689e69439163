// Runs the server's program for one answer. Could it start here? What is wrong is said now, to the person who typed `up`,
// instead of by a watchdog that tries and fails. And: end the agents, when nobody else is there to do it.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { ERROR_CATALOGUE, type ErrorCode } from '../../protocol/error-catalogue.ts'
import { extraTimeMs } from './extra-time.ts'
import { explainHomeError } from '../home-fault.ts'

const CHECK_LIMIT_MS = 60_000
/** The check migrates: the data is copied, the copy is summed, and the migration may read all of it. */
const MIGRATION_PASSES = 3

export interface StartOptions {
  /** Where the build's programs are. */
  readonly programs: string
  readonly home: string
  readonly port?: string
  readonly host?: string
}

interface Ready {
  readonly kind: 'ready'
  readonly ended?: readonly number[]
  readonly unknownVariables?: readonly string[]
}
type Word = Ready | { kind: 'failed'; error: { code: string; message: string; hint: string } }

/** Resolves with the variables of the environment that look like settings and are none. */
export async function checkStart(options: StartOptions): Promise<readonly string[]> {
  return (await askProgram(options, '--check')).unknownVariables ?? []
}

/** Ends the agents of a home whose server has stopped, and says which processes they were. */
export async function endAgents(options: StartOptions): Promise<readonly number[]> {
  return (await askProgram(options, '--end-agents')).ended ?? []
}

async function askProgram(options: StartOptions, flag: string): Promise<Ready> {
  const output = openOutput(options.home)
  const args = [join(options.programs, 'server.mjs'), ...serverArguments(options), flag]
  const child = spawn(process.execPath, args, {
    cwd: '/',
    stdio: ['ignore', output, output, 'ipc'],
  })
  const word = await firstWord(child, CHECK_LIMIT_MS + MIGRATION_PASSES * extraTimeMs(options.home))
  if (word.kind === 'failed') throw failure(word.error)
  return word
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
    throw explainHomeError(home, error)
  }
}

async function firstWord(child: ChildProcess, limitMs: number): Promise<Word> {
  const { promise, resolve, reject } = Promise.withResolvers<Word>()
  const limit = setTimeout(() => {
    child.kill('SIGKILL')
    reject(new CmuxError('TIMED_OUT', `the check took longer than ${limitMs / 1000} s and was ended`))
  }, limitMs)
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
  return new CmuxError(known, message, { hint })
}
