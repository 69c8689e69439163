// What each start of the server costs: the processor time of `server.mjs --check`, beside `node -e 0`; with the code that an earlier start
// has compiled, and without any.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBuild } from '../test/fixtures/start-server-process.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 20
/** Linux counts in these, so only the sum of many rounds means something. */
const TICK_MS = 10

/** Of all children that have ended: Linux tells it in the 16th and 17th field, and names of programs may hold blanks. */
function childrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}

function measure(args: readonly string[]): number {
  const beforeMs = childrenMs()
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return childrenMs() - beforeMs
}

using build = await makeBuild()
const home = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
const forget = () => rmSync(join(home, 'watchdog', 'compile-cache'), { recursive: true, force: true })
const check = [join(build.path, 'server.mjs'), '--home', home, '--check']
const sums = { bare: 0, warm: 0, cold: 0 }
try {
  measure(check)
  // Interleaved, so that the machine's other work falls on all of them alike.
  for (let round = 0; round < ROUNDS; round += 1) {
    sums.bare += measure(['-e', '0'])
    sums.warm += measure(check)
    forget()
    sums.cold += measure(check)
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
const { bare, warm, cold } = sums
const mean = (sum: number) => `${(sum / ROUNDS).toFixed(0)} ms`
console.log(
  `processor time: node -e 0 ${mean(bare)} · server --check ${mean(warm)} · without compiled code ${mean(cold)}`,
)
reportRatios([
  { name: 'processor time of a start / node -e 0', value: warm / bare, atMost: 8 },
  { name: 'the same, compiled code kept / not kept', value: warm / cold, atMost: 0.7 },
])
