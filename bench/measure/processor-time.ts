// The processor time of a program with all that it starts, also of what outlives the program that started it.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The kernel's unit in `/proc`. It counts in nanoseconds, so a sum is exact to one of these. */
const TICK_MS = 10
/** Of all children that this process has waited for: fields 16 and 17, after the name in brackets, which may have spaces. */
const FIELDS = [13, 14]
/** The first process of a namespace inherits what is left there. It waits until nothing is; what it had not waited for would not count. */
const WAIT = 'exec 9<> <(:); until set -- /proc/[0-9]*; [ $# -eq 1 ]; do read -r -t 0.005 -u 9; done'
const APART = [
  ...'unshare --pid --fork --mount-proc -- bash --norc --noprofile -c'.split(' '),
  `"$@"; status=$?; ${WAIT}; exit $status`,
  'apart',
]

/** The mean of so many runs; undefined where this user can't make a namespace of processes. */
export function meanProcessorMs(words: readonly string[], runs: number): number | undefined {
  const before = readChildrenMs()
  const [program = '', ...args] = [...APART, ...words]
  for (let run = 0; run < runs; run += 1)
    if (spawnSync(program, args, { stdio: 'ignore' }).status !== 0) return undefined
  return (readChildrenMs() - before) / runs
}

function readChildrenMs(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return FIELDS.reduce((sum, field) => sum + Number(fields[field]) * TICK_MS, 0)
}
