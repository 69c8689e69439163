// What a rehearsal does, in order: rows of checks, leg by leg. The first that fails ends it.
import type { RehearsalLeg } from '../../protocol/releases/rehearsal.ts'
import { dataCopy } from './checks/data-copy.ts'
import { frontEnd } from './checks/front-end.ts'
import { health } from './checks/health.ts'
import { messageRoundTrip } from './checks/message-round-trip.ts'
import { page } from './checks/page.ts'
import { schema } from './checks/schema.ts'
import { starts } from './checks/starts.ts'
import { stops } from './checks/stops.ts'
import { storeRead } from './checks/store-read.ts'
import { storeWrite } from './checks/store-write.ts'
import { stream } from './checks/stream.ts'
import { sums } from './checks/sums.ts'
import { tmux } from './checks/tmux.ts'
import type { Check } from './stage.ts'

export interface LegPlan {
  readonly leg: RehearsalLeg
  /** Whose turn it is. */
  readonly plays: 'candidate' | 'against'
  readonly checks: readonly Check[]
}

export const LEGS: readonly LegPlan[] = [
  {
    leg: 'forward',
    plays: 'candidate',
    checks: [
      sums,
      dataCopy,
      schema,
      starts,
      health,
      frontEnd,
      page,
      tmux,
      storeWrite,
      stream,
      messageRoundTrip,
      stops,
    ],
  },
  // What the candidate has made of the data must be readable by the release that a failure would go back to.
  { leg: 'back', plays: 'against', checks: [sums, schema, starts, health, storeRead, storeWrite, stops] },
  { leg: 'forward again', plays: 'candidate', checks: [starts, health, storeRead, stops] },
]
