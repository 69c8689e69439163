// How each kind of fault is made.
import type { FaultKind } from '../../protocol/releases/prove-report.ts'
import { jumpClock } from './jump-clock.ts'
import { KILLS } from './kills.ts'
import { PLANNED_STOPS } from './planned-stops.ts'
import type { Play } from './scene.ts'
import { fillDisk } from './small-disk.ts'
import { tryBadRelease } from './try-bad-release.ts'

export const FAULT_TABLE: Readonly<Record<FaultKind, Play>> = {
  ...KILLS,
  ...PLANNED_STOPS,
  'bad-start': tryBadRelease('bad-start'),
  'bad-hang': tryBadRelease('bad-hang'),
  'bad-fall': tryBadRelease('bad-fall'),
  disk: fillDisk,
  clock: jumpClock,
}
