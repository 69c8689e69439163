// The one door through which the server starts programs: an argument array, never a shell string, and always a limit.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface RunResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
  /** It had more to say than was wanted, and was ended for it. */
  readonly isCut: boolean
}

export interface RunOptions {
  readonly cwd?: string
  /** All of it, when given: nothing else is inherited. */
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** Its input stays open while we live, or until the signal: a program that must not outlive us waits for its end. */
  readonly leash?: true | AbortSignal
  /** How bytes become text and back. `latin1` keeps names that are no UTF-8. */
  readonly encoding?: 'utf8' | 'latin1'
  readonly outputMaxBytes?: number
  /** More output than that is cut instead of being an error. */
  readonly mayCut?: boolean
  /** It is a sandbox that does not end what is inside when it ends itself: at a limit, both are ended. */
  readonly isSandbox?: boolean
}

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

const TOO_MUCH = 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER'

/** Resolves with the exit code, whatever it is; rejects when the program can't be started or one of its limits is over. */
export function runProgram(
  program: string,
  args: readonly string[],
  limitMs: number,
  options: RunOptions = {},
): Promise<RunResult> {
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>()
  const { input, encoding = 'utf8', outputMaxBytes: maxBuffer = OUTPUT_MAX_BYTES, cwd, env } = options
  const how = { maxBuffer, encoding, killSignal: 'SIGKILL' } as const
  const child = execFile(
    program,
    args,
    { ...how, ...(cwd !== undefined && { cwd }), ...(env && { env }) },
    (error, stdout, stderr) => {
      clearTimeout(timer)
      if (overdue) reject(new Error(`${program} took longer than ${limitMs} ms`, { cause: error }))
      else if (error === null) resolve({ code: 0, stdout, stderr, isCut: false })
      else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr, isCut: false })
      else if (options.mayCut === true && error.code === TOO_MUCH)
        resolve({ code: 0, stdout, stderr, isCut: true })
      else reject(error)
    },
  )
  let overdue = false
  const timer = setTimeout(() => {
    overdue = true
    if (options.isSandbox === true && child.pid !== undefined) endChildren(child.pid)
    child.kill('SIGKILL')
  }, limitMs)
  // A program that does not read to the end says in its exit code whether that is a fault.
  child.stdin?.on('error', () => undefined)
  const { leash } = options
  const letGo = () => void child.stdin?.end(input ?? '', encoding)
  if (leash === undefined || (leash !== true && leash.aborted)) letGo()
  else if (leash !== true) {
    leash.addEventListener('abort', letGo, { once: true })
    child.once('exit', () => leash.removeEventListener('abort', letGo))
  }
  return promise
}

/** The first process inside takes all the others with it. */
function endChildren(pid: number): void {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
    for (const child of children.map(Number).filter((each) => each > 0)) process.kill(child, 'SIGKILL')
  } catch {
    // it ended while we looked
  }
}
