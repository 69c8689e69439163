// Changes the watchdog: the new one goes on trial, the running one steps aside, and the book says how it ended. The server
// serves throughout, and starts the old one again when the new one fails.
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../protocol/cmux-error.ts'
import { findProcesses, PROGRAMS } from './find-processes.ts'
import { readGuardBook, stageGuard } from './guard-book.ts'
import { signalProcess } from './signal-process.ts'

/** It does not step aside while a swap or a recovery is under way. */
const ASIDE_LIMIT_MS = 60_000
/** Two tries of a watchdog that hangs, and a soak of the default length, fit into it three times. */
const TRIAL_LIMIT_MS = 300_000
const ASK_EVERY_MS = 500

export interface Upgrade {
  readonly guard: string
  readonly proved: boolean
}

export async function upgradeGuard(home: string, programs: string): Promise<Upgrade> {
  const [running] = findProcesses(home, [PROGRAMS.watchdog])
  if (running === undefined)
    throw new CmuxError(
      'NOT_RUNNING',
      `cmux is not running on ${home}, and a new watchdog is tried on a running one`,
    )
  const guard = stageGuard(home, programs)
  await replace(home, running)
  return { guard, proved: await outcome(home, guard) }
}

async function replace(home: string, running: number): Promise<void> {
  const deadlineMs = performance.now() + ASIDE_LIMIT_MS
  while (findProcesses(home, [PROGRAMS.watchdog]).includes(running)) {
    if (performance.now() > deadlineMs)
      throw new CmuxError('TIMED_OUT', `the watchdog (process ${running}) has not stepped aside`)
    signalProcess(running, 'SIGUSR2')
    await pause(ASK_EVERY_MS)
  }
}

async function outcome(home: string, guard: string): Promise<boolean> {
  const deadlineMs = performance.now() + TRIAL_LIMIT_MS
  while (performance.now() < deadlineMs) {
    const book = readGuardBook(home)
    if (book?.next === null) return book.proven === guard
    await pause(ASK_EVERY_MS)
  }
  throw new CmuxError('TIMED_OUT', `the trial of the watchdog ${guard} has not ended`, {
    hint: 'it goes on by itself: see `cmux watchdog status`',
  })
}
