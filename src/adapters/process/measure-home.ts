// Measures the parts of the home in a process of its own, at the lowest priority: workspaces may hold millions of files.
import { z } from 'zod'
import { HomePart } from '../../protocol/machine/home-space.ts'
import { runProgram } from './run-program.ts'

/** Of each part; about a minute on a slow disk. */
const ENTRIES_MAX = 1_000_000
const LIMIT_MS = 10 * 60_000

/** What is linked more than once is counted where it is met first, so the cache comes before what takes its files from it. */
const MEASURE = `
const { lstatSync, readdirSync } = require('node:fs')
const { setPriority } = require('node:os')
const { join } = require('node:path')
setPriority(19)
const [home, limit] = process.argv.slice(1)
const NAMES = [[/^cmux\\.db/, 'database'], [/^set-aside-/, 'set aside']]
const OWN = ['cache', 'releases', 'builds', 'backups', 'archive', 'logs', 'journal', 'metrics', 'changes', 'agents', 'workspaces']
const nameOf = (entry) => NAMES.find(([of]) => of.test(entry))?.[1] ?? (OWN.includes(entry) ? entry : 'other')
const rank = (entry) => OWN.indexOf(entry)
const parts = new Map()
const linked = new Set()
// Ends with whoever asked.
process.stdin.resume().once('end', () => process.exit(1))
async function measure() {
  let steps = 0
  for (const entry of readdirSync(home).sort((a, b) => rank(a) - rank(b))) {
    const name = nameOf(entry)
    const part = parts.get(name) ?? { name, bytes: 0, complete: true, seen: 0 }
    parts.set(name, part)
    const waiting = [join(home, entry)]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (++steps % 500 === 0) await new Promise(setImmediate)
      if (++part.seen > Number(limit)) { part.complete = false; break }
      look(part, path, waiting)
    }
  }
}
function look(part, path, waiting) {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found) return
  if (found.nlink > 1 && !found.isDirectory()) {
    const id = found.dev + ':' + found.ino
    if (linked.has(id)) return
    linked.add(id)
  }
  part.bytes += found.blocks * 512
  if (!found.isDirectory()) return
  try {
    for (const name of readdirSync(path)) waiting.push(join(path, name))
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EACCES') throw error
  }
}
measure().then(() => process.stdout.write(JSON.stringify([...parts.values()]), () => process.exit(0)))
`

export async function measureHome(
  home: string,
  signal: AbortSignal,
  entriesMax = ENTRIES_MAX,
): Promise<HomePart[]> {
  const args = ['--no-warnings', '--input-type=commonjs', '-e', MEASURE, home, String(entriesMax)]
  const { stdout, stderr } = await runProgram(process.execPath, args, LIMIT_MS, { env: {}, leash: signal })
  if (stdout === '') throw new Error(`the home could not be measured: ${stderr.trim()}`)
  return z.array(HomePart).parse(JSON.parse(stdout))
}
