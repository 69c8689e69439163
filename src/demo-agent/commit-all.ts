// Commits everything in the agent's folder, in its own name.
import { runProgram, type ProgramResult } from './run-program.ts'
import type { Turn } from './turn.ts'

type Where = Pick<Turn, 'name' | 'folder' | 'signal'>

export async function commitAll({ name, folder, signal }: Where, message: string): Promise<ProgramResult> {
  const author = ['-c', `user.name=${name}`, '-c', `user.email=${name}@demo.invalid`]
  const added = await runProgram(['git', 'add', '--all'], folder, signal)
  return added.failure === null
    ? runProgram(['git', ...author, 'commit', '--quiet', '--message', message], folder, signal)
    : added
}
