// Processes of agents, as far as they are ours to look at and to end. One that runs elsewhere has its own.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { MachineRoom } from '../agent-loop/plan-starts.ts'

export interface Processes {
  /** Whether that process lives: numbers are used again, so it must have begun no later than shortly after `startedAt`. */
  isAlive(pid: number, startedAt: Timestamp | null): boolean
  /** Whether it still has the terminal that it was started in. Once that is lost, nobody can reach it any more. */
  hasTerminal(pid: number): boolean
  /** Processor time of what this process and its own have started since then and still runs; null where that can't be known. */
  cpuMsOf(pid: number, sinceMs: number): number | null
  /** What the machine that runs them has left for more. */
  room(): MachineRoom
  /** One that is gone already is no error. `SIGKILL` ends all that it started in its terminal with it. */
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void
}
