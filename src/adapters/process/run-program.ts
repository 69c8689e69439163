// The one door through which the server starts programs: an argument array, never a shell string, and always a limit.
import { execFile } from 'node:child_process'

export interface RunResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  /** All of it; without it the program gets ours. */
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** Resolves with the exit code, whatever it is; rejects when the program can't be started or its limit is over. */
export function runProgram(
  program: string,
  args: readonly string[],
  limitMs: number,
  where: RunOptions = {},
): Promise<RunResult> {
  const { promise, resolve, reject } = Promise.withResolvers<RunResult>()
  const options = { ...where, timeout: limitMs, killSignal: 'SIGKILL', maxBuffer: OUTPUT_MAX_BYTES } as const
  execFile(program, args, options, (error, stdout, stderr) => {
    if (error === null) resolve({ code: 0, stdout, stderr })
    else if (typeof error.code === 'number') resolve({ code: error.code, stdout, stderr })
    else reject(error)
  })
  return promise
}
