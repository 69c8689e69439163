// Removes a folder with all that is in it. A program does it: in the server a large tree takes seconds of the one thread.
import { rm } from 'node:fs/promises'
import { runProgram } from '../process/run-program.ts'

const REMOVE_LIMIT_MS = 300_000
const TRIES = 5

export async function removeTree(path: string): Promise<void> {
  await runProgram('rm', ['-rf', '--', path], REMOVE_LIMIT_MS, { cwd: '/' }).catch(() => undefined)
  // Something may still have been writing there; and whatever else went wrong is told by this one.
  await rm(path, { recursive: true, force: true, maxRetries: TRIES })
}
