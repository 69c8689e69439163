// Asks the program that composes sandboxes (`sandbox.mjs`), which stands beside the program that asks.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { SandboxAnswer, SandboxOrder } from '../protocol/sandbox-order.ts'

/** It tries bubblewrap, which has 10 s of its own. */
const LIMIT_MS = 20_000

export function askSandbox(programs: string, order: SandboxOrder): Promise<SandboxAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SandboxAnswer>()
  const args = [join(programs, 'sandbox.mjs'), JSON.stringify(order)]
  const options = { timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const
  execFile(process.execPath, args, options, (error, stdout, stderr) => {
    try {
      resolve(JSON.parse(stdout) as SandboxAnswer)
    } catch {
      const words = stderr.trim() || error?.message || 'it said nothing'
      reject(new CmuxError('CONFINEMENT_REQUIRED', `no sandbox could be composed: ${words}`))
    }
  })
  return promise
}
