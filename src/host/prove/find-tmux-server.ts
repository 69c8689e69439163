// The tmux server of a run. Its socket is in a folder of the run, so it is nobody else's.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runProgram, type Stage } from './stage.ts'

export type TmuxPlace = Pick<Stage, 'folder' | 'environment'>

export const tmuxFolder = (folder: string) => join(folder, 'tmux')

/** Undefined while none runs. */
export async function findTmuxServer(stage: TmuxPlace): Promise<number | undefined> {
  for (const socket of listSockets(tmuxFolder(stage.folder))) {
    const { code, stdout } = await runProgram(stage, 'tmux', [
      '-S',
      socket,
      'display-message',
      '-p',
      '#{pid}',
    ])
    if (code === 0 && Number(stdout) > 0) return Number(stdout)
  }
  return undefined
}

function listSockets(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSocket())
    .map((entry) => join(entry.parentPath, entry.name))
}
