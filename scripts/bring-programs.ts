// Programs that only some tests need, in the versions that they are written for: the agents' own (a gigabyte), and Stryker.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run-quietly.ts'

/** False when they could not be had; why has been said by then. No script of theirs is run. */
export function bringPrograms(
  folder: string,
  say: (text: string) => void,
  what = "the agents' programs (1 GB, once)",
): boolean {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const mark = join(folder, 'node_modules', '.cmux-lockfile')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return true
  say(`bringing ${what}…`)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!runQuietly('npm', args, { cwd: folder })) return false
  writeFileSync(mark, wanted)
  return true
}
