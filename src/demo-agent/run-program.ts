// Runs a program in the agent's folder and waits for its end. The demo agent is a program like any agent's CLI, outside of
// the server, and so it starts its tools by itself.
import { execFile } from 'node:child_process'

const RUN_LIMIT_MS = 60_000
const OUTPUT_MAX_BYTES = 1024 * 1024

export interface ProgramResult {
  readonly output: string
  /** Null when it ended well. */
  readonly failure: string | null
}

export function runProgram(
  words: readonly string[],
  folder: string,
  signal: AbortSignal,
): Promise<ProgramResult> {
  const [program = '', ...args] = words
  const { promise, resolve } = Promise.withResolvers<ProgramResult>()
  const options = { cwd: folder, signal, timeout: RUN_LIMIT_MS, maxBuffer: OUTPUT_MAX_BYTES } as const
  execFile(program, args, options, (error, stdout, stderr) => {
    const output = `${stdout}${stderr}`.trimEnd()
    resolve({ output, failure: error === null ? null : `${program} failed (${error.code ?? error.signal})` })
  })
  return promise
}
