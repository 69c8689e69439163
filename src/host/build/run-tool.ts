// A program that works on a build: in a folder of its own, with few variables, a time limit, and its last words kept.
import { spawn } from 'node:child_process'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { signalProcess } from '../signal-process.ts'

/** Enough for the errors of a build, and a bound for a program that never stops talking. */
const WORDS_MAX_CHARS = 4000

export interface Tool {
  /** As people would call it. */
  readonly what: string
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly limitMs: number
  /** Over when nobody waits for it any more. */
  readonly signal?: AbortSignal | undefined
  /** For one that notices by itself that we are gone: it is ended with all that it has started. Of walls that are killed while they are
   * built, a process would stay that waits for ever. */
  readonly ownGroup?: boolean
}

/** Resolves when it ended well; else the error has what it said. */
export async function runTool(tool: Tool): Promise<void> {
  const { what, program, args, cwd, env, limitMs, signal, ownGroup = false } = tool
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // The fourth is how it notices that we are gone.
  const child = spawn(program, args, {
    cwd,
    env,
    detached: ownGroup,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let words = ''
  const hear = (text: string) => (words = (words + text).slice(-WORDS_MAX_CHARS))
  child.stdout?.setEncoding('utf8').on('data', hear)
  child.stderr?.setEncoding('utf8').on('data', hear)
  const end = () => {
    if (child.pid !== undefined) signalProcess(ownGroup ? -child.pid : child.pid, 'SIGKILL')
  }
  const limit = setTimeout(end, limitMs)
  signal?.addEventListener('abort', end)
  if (signal?.aborted) end()
  child.once('error', reject)
  child.once('close', (code, killer) => resolve(killer ?? String(code)))
  try {
    const how = await promise
    if (how === '0') return
    const ended = how === 'SIGKILL' ? `ended after ${limitMs / 1000} s or killed` : `ended with ${how}`
    throw new CmuxError('BUILD_FAILED', `${what} ${ended}: ${words.trim() || 'it said nothing'}`)
  } catch (error) {
    if (error instanceof CmuxError) throw error
    throw new CmuxError('BUILD_FAILED', `${what} can't be started: ${String(error)}`, { cause: error })
  } finally {
    clearTimeout(limit)
    signal?.removeEventListener('abort', end)
  }
}
