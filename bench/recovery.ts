// kill -9 of the server → first good answer: with the standby, without it, and beside a bare parent that only respawns.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askHealth } from './measure/ask-health.ts'
import { startGuardedHome } from './measure/guarded-home.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 7
/** Long enough for the next standby to be loaded. */
const SETTLE_MS = 2500
const BACK_LIMIT_MS = 20_000
const STANDBY_RATIO_MAX = 0.5
const ALONE_RATIO_MAX = 1.3

async function timeRecovery(port: number, pid: number): Promise<number> {
  const killedMs = performance.now()
  process.kill(pid, 'SIGKILL')
  while (performance.now() - killedMs < BACK_LIMIT_MS) {
    const answering = await askHealth(port)
    if (answering !== undefined && answering !== pid) return performance.now() - killedMs
    await pause(1)
  }
  throw new Error(`nobody answered on ${port} within ${BACK_LIMIT_MS} ms`)
}

async function measureGuarded(standby: boolean): Promise<number[]> {
  using guarded = startGuardedHome({ standby })
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(SETTLE_MS)
    times.push(await timeRecovery(guarded.port, guarded.leader()))
  }
  return times
}

async function measureBare(): Promise<number[]> {
  const home = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  const program = join(import.meta.dirname, '..', 'dist', 'server.mjs')
  let port = 0
  let isOver = false
  const start = (): ChildProcess => {
    const args = [program, '--home', home, '--port', String(port)]
    return spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).once(
      'exit',
      () => {
        if (!isOver) child = start()
      },
    )
  }
  let child = start()
  const [message] = await new Promise<[{ url: string }]>((resolve) =>
    child.once('message', (word) => resolve([word as { url: string }])),
  )
  port = Number(new URL(message.url).port)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(SETTLE_MS)
    times.push(await timeRecovery(port, child.pid ?? 0))
  }
  isOver = true
  child.kill('SIGKILL')
  rmSync(home, { recursive: true, force: true })
  return times
}

const [bare, standby, alone] = [
  await measureBare(),
  await measureGuarded(true),
  await measureGuarded(false),
].map(median) as [number, number, number]
console.log(
  `bare respawn ${bare.toFixed(0)} ms · standby ${standby.toFixed(0)} ms · watchdog without standby ${alone.toFixed(0)} ms`,
)
console.log('pm2, supervisord, runit, s6: not measured here, none is installed')
reportRatios([
  { name: 'kill -9 to first 200, standby / bare respawn', value: standby / bare, atMost: STANDBY_RATIO_MAX },
  { name: 'kill -9 to first 200, no standby / bare respawn', value: alone / bare, atMost: ALONE_RATIO_MAX },
])
