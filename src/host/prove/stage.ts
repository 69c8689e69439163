// What every part of a run needs: where its cmux lives, how it is asked, and when the run is over.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readToken } from '../http-send.ts'
import { readInstance } from '../read-instance.ts'

export interface Stage {
  /** Everything of the run is below it. */
  readonly folder: string
  readonly home: string
  /** A copy of the build that is tried. */
  readonly programs: string
  readonly environment: Readonly<Record<string, string>>
  readonly agents: readonly string[]
  /** Of the small disk, where one can be mounted. */
  readonly diskMb: number
  /** Aborted by Ctrl-C, and when the run takes too long. */
  readonly signal: AbortSignal
}

export interface CommandEnd {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const COMMAND_LIMIT_MS = 180_000
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** The command line of the copy, as a person would use it. */
export function runCmux(stage: Stage, ...args: string[]): Promise<CommandEnd> {
  const { home, programs, signal } = stage
  const words = [join(programs, 'cli.mjs'), ...args, '--home', home]
  return runProgram(stage, process.execPath, words, signal)
}

export async function runProgram(
  { environment }: Pick<Stage, 'environment'>,
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<CommandEnd> {
  const { promise, resolve } = Promise.withResolvers<CommandEnd>()
  const limits = { timeout: COMMAND_LIMIT_MS, maxBuffer: OUTPUT_MAX_BYTES }
  const options = { env: environment, ...limits, ...(signal && { signal }) }
  execFile(program, args, options, (error, stdout, stderr) => {
    const code = typeof error?.code === 'number' ? error.code : 1
    resolve({ code: error ? code : 0, stdout, stderr })
  })
  return promise
}

export interface Answer {
  readonly status: number
  readonly json: unknown
}

const ANSWER_LIMIT_MS = 20_000

/** `agent`: connections to use again; without it each request has one of its own. Rejects when no answer came. */
export async function ask(
  { home }: Pick<Stage, 'home'>,
  method: string,
  path: string,
  { body, agent = false }: { readonly body?: object; readonly agent?: http.Agent | false } = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    authorization: `Bearer ${readToken(join(home, 'tokens', 'owner'))}`,
    ...(text !== undefined && { 'content-type': 'application/json' }),
  }
  const options = { method, headers, agent, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) }
  const request = http.request(new URL(path, addressOf(home)), options, (response) => {
    let read = ''
    response.setEncoding('utf8').on('data', (part: string) => (read += part))
    response.on('error', reject)
    response.on('end', () => resolve({ status: response.statusCode ?? 0, json: parseJson(read) }))
  })
  request.on('error', reject)
  request.end(text)
  return promise
}

/** The port never changes, so an address that was taken back by a stop still says where it will be. */
function addressOf(home: string): string {
  return readInstance(home)?.url ?? `http://127.0.0.1:${readPort(home)}`
}

/** `up` writes it down. */
function readPort(home: string): number {
  return (JSON.parse(readFileSync(join(home, 'config.json'), 'utf8')) as { port: number }).port
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // cut off, or not JSON
  }
}

/** The process and the release that answer now; undefined while nobody does. */
export async function askHealth(stage: Stage): Promise<{ pid: number; release: string } | undefined> {
  try {
    const { status, json } = await ask(stage, 'GET', '/api/webhooks/health')
    if (status !== 200) return undefined
    const { pid, release } = json as { pid: number; release: { id: string } }
    return { pid, release: release.id }
  } catch {
    return undefined // a fault is under way
  }
}

export const pause = (stage: Pick<Stage, 'signal'>, ms: number): Promise<void> =>
  wait(ms, undefined, { signal: stage.signal })

const LOOK_EVERY_MS = 10
const RECOVERY_LIMIT_MS = 120_000

/** Waits for a fact; rejects with its name when it takes too long. */
export async function until<T>(
  stage: Pick<Stage, 'signal'>,
  fact: string,
  look: () => T | undefined | Promise<T | undefined>,
  { everyMs = LOOK_EVERY_MS, limitMs = RECOVERY_LIMIT_MS } = {},
): Promise<T> {
  const deadlineMs = performance.now() + limitMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadlineMs) throw new Error(`${fact}: not within ${limitMs / 1000} s`)
    await pause(stage, everyMs)
  }
}
