// Ends every server of a home: SIGTERM, a while, SIGKILL, and seen gone.
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findServers } from './find-servers.ts'

const GRACE_MS = 5000
/** SIGKILL is not refused; only a process stuck in the kernel outlives this. */
const KILL_LIMIT_MS = 2000
const LOOK_EVERY_MS = 20

export async function stopServers(
  home: string,
  now: boolean,
): Promise<{ stopped: number[]; killed: number[] }> {
  const found = findServers(home)
  if (!now) signalAll(found, 'SIGTERM')
  if (!now && (await areGone(home, GRACE_MS))) return { stopped: found, killed: [] }
  const killed = findServers(home)
  signalAll(killed, 'SIGKILL')
  if (await areGone(home, KILL_LIMIT_MS)) return { stopped: found, killed }
  throw new CmuxError('STOP_FAILED', `process ${findServers(home).join(', ')} is still there after SIGKILL`)
}

async function areGone(home: string, limitMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs
  while (findServers(home).length > 0) {
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
