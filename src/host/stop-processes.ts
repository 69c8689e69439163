// Ends every process of a home: SIGTERM, a while, SIGKILL, and seen gone.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findProcesses, PROGRAMS } from './find-processes.ts'

/** The watchdog itself grants its children 5 s and then kills them; a second more is for the watchdog. */
const GRACE_MS = 6000
/** SIGKILL is not refused; only a process stuck in the kernel outlives this. */
const KILL_LIMIT_MS = 2000
const LOOK_EVERY_MS = 20

export async function stopProcesses(
  home: string,
  now: boolean,
): Promise<{ stopped: number[]; killed: number[] }> {
  const found = findProcesses(home)
  if (found.length === 0) return { stopped: [], killed: [] }
  // Before anything ends: whoever finds its watchdog gone looks for this, and brings nobody back.
  const note = join(home, 'watchdog', 'stopping')
  mkdirSync(join(home, 'watchdog'), { recursive: true, mode: 0o700 })
  writeFileSync(note, '')
  const guards = findProcesses(home, [PROGRAMS.watchdog])
  if (!now) signalAll(guards.length > 0 ? guards : found, 'SIGTERM')
  if (!now && (await areGone(home, GRACE_MS))) return { stopped: found, killed: [] }
  const killed = findProcesses(home)
  signalAll(killed, 'SIGKILL')
  if (!(await areGone(home, KILL_LIMIT_MS)))
    throw new CmuxError(
      'STOP_FAILED',
      `process ${findProcesses(home).join(', ')} is still there after SIGKILL`,
    )
  rmSync(join(home, 'instance.json'), { force: true })
  return { stopped: found, killed }
}

async function areGone(home: string, limitMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs
  while (findProcesses(home).length > 0) {
    if (performance.now() > deadlineMs) return false
    await pause(LOOK_EVERY_MS)
  }
  return true
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal)
    } catch (error) {
      // ESRCH: it ended in the meantime, which is what we wanted.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
}
