// Finds a program as a shell would, by the person's PATH and not by the server's.
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export function findProgram(name: string, path: string): string | undefined {
  const places = path.split(delimiter).filter((folder) => isAbsolute(folder))
  return places.map((folder) => join(folder, name)).find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false // not there, or not for us
  }
}
