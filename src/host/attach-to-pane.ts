// Gives this terminal to tmux until the person detaches.
import { spawn } from 'node:child_process'
import { CmuxError } from '../protocol/cmux-error.ts'

export async function attachToPane([program, ...args]: readonly string[]): Promise<number> {
  if (program === undefined) throw new CmuxError('CONFLICT', 'it has no terminal to attach to')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const child = spawn(program, args, { stdio: 'inherit' })
  child.once('error', reject)
  child.once('exit', (code) => resolve(code ?? 1))
  return promise
}
