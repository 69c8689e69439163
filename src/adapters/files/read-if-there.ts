import { readFile } from 'node:fs/promises'

/** The file's text, or undefined when there is no such file. Any other failure is an error, not an absence (P9). */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
