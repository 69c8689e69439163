// Writes a file, but only inside of the agent's folder, also when a link in there leads elsewhere.
import { appendFileSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** What is wrong, in plain words; undefined when it is written. */
export function writeInside(
  folder: string,
  file: string,
  text: string,
  how: 'write' | 'append',
): string | undefined {
  if (file === '' || isOutside(relative(folder, join(folder, file))))
    return `${file} is outside of the agent's folder`
  const path = join(folder, file)
  try {
    mkdirSync(dirname(path), { recursive: true })
    if (isOutside(relative(realpathSync(folder), realpathSync(dirname(path)))))
      return `${file} is outside of the agent's folder`
    if (how === 'write') writeFileSync(path, text)
    else appendFileSync(path, text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function isOutside(path: string): boolean {
  return path.split('/')[0] === '..' || path.startsWith('/')
}
