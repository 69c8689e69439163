import { accessSync, constants } from 'node:fs'

/** Whether there is something at this path that we may run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // not there, or not for us
  }
}
