// Gives this terminal to tmux until the person detaches.
import { spawn, type ChildProcess } from 'node:child_process'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { attachFiltered, canFilter } from './attach-filtered.ts'
import { terminalEnvironment } from '../environment.ts'

export async function attachToPane(command: readonly string[]): Promise<number> {
  if (command.length === 0) throw new CmuxError('CONFLICT', 'it has no terminal to attach to')
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    throw new CmuxError('USAGE', 'attach needs a terminal to give to the agent, and this is none', {
      hint: 'type it in a terminal, without a pipe; with --json it only prints the command for it',
    })
  if (await canFilter()) return attachFiltered(command)
  return attachDirectly(command)
}

function attachDirectly([program = '', ...args]: readonly string[]): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const child: ChildProcess = spawn(program, args, { stdio: 'inherit', env: terminalEnvironment() })
  child.once('error', reject)
  child.once('exit', (code) => resolve(code ?? 1))
  return promise
}
