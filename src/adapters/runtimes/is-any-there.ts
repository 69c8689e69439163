// Signs of a login in a program's own files. Only whether they are there, or hold a word; what they say stays there.
import { readIfThere } from '../files/read-if-there.ts'

export interface Sign {
  readonly path: string
  readonly with?: string
}

export async function isAnyThere(signs: readonly Sign[]): Promise<boolean> {
  for (const { path, with: word = '' } of signs) if ((await readIfThere(path))?.includes(word)) return true
  return false
}
