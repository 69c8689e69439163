// Half-made folders carry the pid of their maker (`name.PID.tmp`): one whose maker is gone was left by a kill.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** What an orphan is still writing while it ends must not fail the removal. */
const REMOVE_TRIES = 5

export function removeLeftovers(folder: string): void {
  for (const name of readdirSync(folder)) {
    const maker = /\.(\d+)\.tmp$/.exec(name)?.[1]
    if (maker === undefined || isAlive(Number(maker))) continue
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: REMOVE_TRIES })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
