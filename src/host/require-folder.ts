import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { explainHomeError } from './home-fault.ts'

/** A folder of the home that is there afterwards, or a word on why the home can't be used. */
export function requireFolder(home: string, ...names: readonly string[]): string {
  const folder = join(home, ...names)
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return folder
  } catch (error) {
    throw explainHomeError(home, error)
  }
}
