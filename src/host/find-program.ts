// Whether a program is on the PATH, and the command that installs one on this machine.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How each package manager is told; the first that is there is taken. */
const MANAGERS: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'sudo apt-get install'],
  ['dnf', 'sudo dnf install'],
  ['pacman', 'sudo pacman -S'],
  ['apk', 'sudo apk add'],
  ['brew', 'brew install'],
]

export function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && canRun(join(folder, program)))
}

export function installCommand(program: string, path: string): string {
  const [, command] = MANAGERS.find(([manager]) => isOnPath(manager, path)) ?? []
  return command === undefined ? `install ${program}` : `${command} ${program}`
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // not there, or not for us
  }
}
