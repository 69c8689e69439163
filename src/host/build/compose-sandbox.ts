// Asks the program that composes sandboxes (`sandbox.mjs`), which stands beside the program that asks.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { SandboxAnswer, SandboxedCommand, SandboxOrder } from '../../protocol/agents/sandbox-order.ts'
import type { SandboxStatus } from '../../protocol/agents/sandbox.ts'

/** It tries bubblewrap, which has 10 s of its own. */
const LIMIT_MS = 20_000

export async function examineSandbox(programs: string, home: string): Promise<SandboxStatus> {
  const answer = await ask(programs, { kind: 'examine', home })
  if (answer.kind === 'status') return answer.status
  throw refusalOf(answer)
}

/** Throws where there is no sandbox and no person has said that it may be done without. */
export async function composeSandbox(
  programs: string,
  order: Exclude<SandboxOrder, { kind: 'examine' }>,
): Promise<SandboxedCommand> {
  const answer = await ask(programs, order)
  if (answer.kind === 'sandboxed' || answer.kind === 'bare') return answer
  throw refusalOf(answer)
}

function refusalOf(answer: SandboxAnswer): CmuxError {
  if (answer.kind !== 'refused')
    return new CmuxError('CONFINEMENT_REQUIRED', `sandbox.mjs answered something else: ${answer.kind}`)
  return new CmuxError('CONFINEMENT_REQUIRED', answer.why, { hint: answer.hint })
}

function ask(programs: string, order: SandboxOrder): Promise<SandboxAnswer> {
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
