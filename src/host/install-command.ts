// Whether a program is on the PATH, and the command that installs one on this machine.
import { delimiter, join } from 'node:path'
import { isProgram } from './is-program.ts'

/** How each package manager is told; the first that is there is taken. */
const MANAGERS: readonly (readonly [program: string, command: string])[] = [
  ['apt-get', 'apt-get install -y'],
  ['dnf', 'dnf install -y'],
  ['pacman', 'pacman -S --noconfirm'],
  ['apk', 'apk add'],
  ['brew', 'brew install'],
]
/** It refuses to be run by root, and asks for what it needs. */
const FOR_USERS = 'brew'

export function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, program)))
}

export function installCommand(program: string, path: string, isRoot = process.getuid?.() === 0): string {
  const [manager, command] = MANAGERS.find(([name]) => isOnPath(name, path)) ?? []
  if (command === undefined) return `install ${program}`
  return `${isRoot || manager === FOR_USERS ? '' : 'sudo '}${command} ${program}`
}
