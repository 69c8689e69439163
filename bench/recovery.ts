// kill -9 of the server → first good answer: with the standby, without it, beside a bare parent that only respawns, and
// beside the supervisors that others use, all with the same server.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './measure/free-port.ts'
import { startGuardedHome } from './measure/guarded-home.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'
import { SUPERVISORS, type Supervised } from './measure/supervised.ts'
import { timeRecovery, waitForAnswer } from './measure/time-recovery.ts'

const ROUNDS = 7
/** On a machine so busy that the rounds would take longer, there are fewer of them. */
const BUDGET_MS = 14_000
/** Long enough for a supervisor to call its program started. */
const SETTLE_MS = 1300
const STANDBY_RATIO_MAX = 0.5
const ALONE_RATIO_MAX = 1.3

async function measure(port: number, settled: () => boolean = () => true): Promise<number> {
  const times: number[] = []
  const untilMs = performance.now() + BUDGET_MS
  while (times.length < ROUNDS && (times.length === 0 || performance.now() < untilMs)) {
    await pause(SETTLE_MS)
    while (!settled()) await pause(SETTLE_MS / 10)
    times.push(await timeRecovery(port))
  }
  return median(times)
}

async function measureGuarded(standby: boolean): Promise<number> {
  using guarded = startGuardedHome({ standby })
  return await measure(guarded.port, () => guarded.doors() === (standby ? 2 : 1))
}

async function measureUnder(
  start: (command: readonly string[], folder: string) => Supervised | undefined,
): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  const port = await freePort()
  const program = join(import.meta.dirname, '..', 'dist', 'server.mjs')
  const supervised = start(
    [process.execPath, program, '--home', join(folder, 'home'), '--port', String(port)],
    folder,
  )
  try {
    if (!supervised) return undefined
    await waitForAnswer(port)
    return await measure(port)
  } finally {
    await supervised?.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The least that anybody could do: a parent that starts its child again. */
function startBare([node = '', ...args]: readonly string[]): Supervised {
  let isOver = false
  const start = (): ChildProcess =>
    spawn(node, args, { stdio: 'ignore' }).once('exit', () => {
      if (!isOver) child = start()
    })
  let child = start()
  return {
    async end() {
      isOver = true
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
  }
}

const bare = (await measureUnder(startBare)) ?? Number.NaN
const standby = await measureGuarded(true)
const alone = await measureGuarded(false)
console.log(
  `bare respawn ${bare.toFixed(0)} ms · standby ${standby.toFixed(0)} ms · watchdog without standby ${alone.toFixed(0)} ms`,
)
for (const { name, start } of SUPERVISORS) {
  const time = await measureUnder(start)
  if (time !== undefined)
    console.log(`${name} ${time.toFixed(0)} ms, ${(time / standby).toFixed(1)} times the standby's`)
}
reportRatios([
  { name: 'kill -9 to first 200, standby / bare respawn', value: standby / bare, atMost: STANDBY_RATIO_MAX },
  { name: 'kill -9 to first 200, no standby / bare respawn', value: alone / bare, atMost: ALONE_RATIO_MAX },
])
