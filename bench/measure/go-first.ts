// Has what this process starts run before everything else on the machine, so that its other work is not measured, too.
import { spawnSync } from 'node:child_process'

/** Whether it does: only root may. Children of this process are the same; its own other threads are not. */
export function goFirst(): boolean {
  return spawnSync('chrt', ['--fifo', '--pid', '1', String(process.pid)]).status === 0
}
