// Removes a pane and makes sure that what ran in it is gone: closing sends a hang-up, which a program may ignore.
import type { Clock } from '../../core/clock.ts'
import type { Pane } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { CommandQueue } from './command-queue.ts'
import { processIdentity } from './process-identity.ts'

const GRACE_MS = 2000
const LOOK_EVERY_MS = 50

export async function closePane(
  run: CommandQueue['run'],
  { id, pid, end }: Pane,
  clock: Clock,
): Promise<void> {
  // Read while the pane is there, so that no later process of the same number is hit.
  const identity = end ? undefined : await processIdentity(pid)
  await run([{ words: ['kill-pane', '-t', id] }]).catch(allowGone)
  if (identity !== undefined) await endProcess(pid, identity, clock)
}

async function endProcess(pid: number, identity: string, clock: Clock): Promise<void> {
  const untilMs = clock.monotonicMs() + GRACE_MS
  while ((await processIdentity(pid)) === identity) {
    if (clock.monotonicMs() >= untilMs) return killGroup(pid)
    await new Promise<void>((resolve) => {
      clock.after(LOOK_EVERY_MS, resolve)
    })
  }
}

/** The program of a pane leads a group of its own. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function allowGone(error: unknown): void {
  if (!(error instanceof CmuxError && error.code === 'TERMINAL_GONE')) throw error
}
