// Asks the keeper of a home to leave and to let cmux run on.
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { listProcesses } from '../list-processes.ts'
import { signalProcess } from '../signal-process.ts'

/** Not SIGTERM: that is how a manager says that cmux is to stop. */
export const LEAVE_SIGNAL = 'SIGUSR2'
const LEAVE_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 50

export async function endKeeper(home: string): Promise<void> {
  for (const pid of findKeepers(home)) signalProcess(pid, LEAVE_SIGNAL)
  const deadlineMs = performance.now() + LEAVE_LIMIT_MS
  while (findKeepers(home).length > 0) {
    if (performance.now() > deadlineMs)
      throw new CmuxError(
        'STOP_FAILED',
        `the keeper (process ${findKeepers(home).join(', ')}) does not leave`,
      )
    await pause(LOOK_EVERY_MS)
  }
}

/** By their words, as all processes of a home: `… service keep --home HOME`. */
export function findKeepers(home: string): number[] {
  return listProcesses()
    .filter(({ args }) => {
      const at = args.indexOf('keep')
      return args[at - 1] === 'service' && args[at + 1] === '--home' && args[at + 2] === home
    })
    .map(({ pid }) => pid)
}
