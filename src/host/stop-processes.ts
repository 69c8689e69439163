// Ends every process of a home: SIGTERM, a while, SIGKILL, and seen gone.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findProcesses, PROGRAMS } from './find-processes.ts'
import { hasEnded } from './has-ended.ts'
import { signalProcess } from './signal-process.ts'

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
  if (!now) for (const pid of guards.length > 0 ? guards : found) signalProcess(pid, 'SIGTERM')
  if (!now && (await areGone(home, GRACE_MS))) return { stopped: found, killed: [] }
  // Again and again: one that is killed may just have started another.
  const killed = new Set<number>()
  const kill = (pids: readonly number[]) => {
    for (const pid of pids) signalProcess(pid, 'SIGKILL')
    for (const pid of pids) killed.add(pid)
  }
  if (!(await areGone(home, KILL_LIMIT_MS, kill)))
    throw new CmuxError(
      'STOP_FAILED',
      `processes are still there after SIGKILL: ${findProcesses(home).join(', ') || 'on their way out'}`,
    )
  rmSync(join(home, 'instance.json'), { force: true })
  return { stopped: found, killed: [...killed] }
}

async function areGone(
  home: string,
  limitMs: number,
  onFound: (pids: readonly number[]) => void = () => undefined,
): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs
  const seen = new Set<number>()
  for (;;) {
    const found = findProcesses(home)
    for (const pid of found) seen.add(pid)
    // One that is on its way out has no words any more, and still holds its port.
    if (found.length === 0 && [...seen].every(hasEnded)) return true
    if (performance.now() > deadlineMs) return false
    onFound(found)
    await pause(LOOK_EVERY_MS)
  }
}
