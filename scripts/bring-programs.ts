// The agents' own programs, in the versions that test/real is written for. A gigabyte, so only those tests bring them.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run-quietly.ts'

/** False when they could not be had; why has been said by then. No script of theirs is run. */
export function bringPrograms(folder: string, say: (text: string) => void): boolean {
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  const mark = join(folder, 'node_modules', '.cmux-lockfile')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return true
  say("bringing the agents' programs (1 GB, once)…")
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!runQuietly('npm', args, { cwd: folder })) return false
  writeFileSync(mark, wanted)
  return true
}
