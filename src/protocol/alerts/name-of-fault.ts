// Faults as people call them.
import type { FaultKind } from '../releases/prove-report.ts'

export const NAME_OF_FAULT: Readonly<Record<FaultKind, string>> = {
  server: 'kill the server',
  standby: 'kill the standby',
  watchdog: 'kill the watchdog',
  tmux: 'kill the tmux server',
  agent: 'kill an agent',
  everything: 'kill everything at once',
  stop: 'stop and start',
  swap: 'planned swap',
  'bad-start': 'release that crashes at its start',
  'bad-hang': 'release that hangs',
  'bad-fall': 'release that crashes later',
  disk: 'full disk',
  clock: 'clock that jumps',
}
