// Processes of agents, as far as they are ours to look at and to end. One that runs elsewhere has its own.
export interface Processes {
  isAlive(pid: number): boolean
  /** One that is gone already is no error. */
  signal(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void
}
