// How each kind of fault is made.
import type { FaultKind } from '../../protocol/prove-report.ts'
import { tryBadFall, tryBadHang, tryBadStart } from './bad-releases.ts'
import { jumpClock } from './jumping-clock.ts'
import {
  killAgent,
  killEverything,
  killServer,
  killStandby,
  killTmux,
  killWatchdog,
} from './kill-processes.ts'
import type { Play } from './scene.ts'
import { fillDisk } from './small-disk.ts'
import { stop, swap } from './swap-and-stop.ts'

export const FAULT_TABLE: Readonly<Record<FaultKind, Play>> = {
  server: killServer,
  standby: killStandby,
  watchdog: killWatchdog,
  tmux: killTmux,
  agent: killAgent,
  everything: killEverything,
  stop,
  swap,
  'bad-start': tryBadStart,
  'bad-hang': tryBadHang,
  'bad-fall': tryBadFall,
  disk: fillDisk,
  clock: jumpClock,
}
