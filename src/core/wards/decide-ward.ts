// A service as it is wanted against what was seen of it: what to do, and how it is. Pure. On "unknown" nothing is done (P9).
import type { PorterState } from '../../protocol/wards/porter.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { Pane } from '../terminals/terminals.ts'
import { keyOf } from './key-of.ts'

export type WardAction =
  | { readonly do: 'open'; readonly asked: boolean }
  | { readonly do: 'close'; readonly pane: Pane }

export interface WardSight {
  readonly ward: Ward
  /** Its project still has one. */
  readonly isWanted: boolean
  /** Unknown: tmux does not answer. */
  readonly panes: readonly Pane[] | 'unknown'
  readonly state: PorterState | undefined
  readonly nowMs: number
}

type Judged = Pick<Ward, 'status' | 'why'>

/** Its porter is a small program of ours: when that falls again and again, something else is wrong. */
export const REOPENS_MAX = 5
const WINDOW_MS = 600_000
const BACK_OFF_MS = [0, 1000, 5000, 15_000, 30_000]

export function decideWard(sight: WardSight): { actions: WardAction[]; judged: Judged } {
  const { ward, isWanted, panes } = sight
  if (panes === 'unknown') return { actions: [], judged: { status: 'unknown', why: 'tmux does not answer' } }
  const living = panes.filter(({ end }) => end === null)
  if (!isWanted || ward.desired === 'stopped')
    return {
      actions: closeAll(panes),
      judged: { status: 'stopped', why: isWanted ? null : 'its project has none' },
    }
  const [own, ...others] = living.toSorted(youngestFirst)
  if (own) {
    const left = panes.filter((pane) => pane !== own && (others.includes(pane) || pane.end !== null))
    return { actions: closeAll(left), judged: judge(ward, own, sight.state) }
  }
  return bringBack(sight, panes)
}

const youngestFirst = (a: Pane, b: Pane) => (b.owner?.generation ?? 0) - (a.owner?.generation ?? 0)

const closeAll = (panes: readonly Pane[]) => panes.map((pane): WardAction => ({ do: 'close', pane }))

function bringBack({ ward, nowMs }: WardSight, panes: readonly Pane[]): ReturnType<typeof decideWard> {
  const recent = ward.reopened
    .map((at) => Date.parse(at))
    .filter((at) => at <= nowMs && nowMs - at < WINDOW_MS)
  if (ward.generation === 0 || ward.status === 'stopped')
    return { actions: [...closeAll(panes), { do: 'open', asked: true }], judged: STARTING }
  if (recent.length >= REOPENS_MAX)
    return {
      // What it said last stays on its screen.
      actions: [],
      judged: { status: 'given_up', why: `its pane has ended ${recent.length} times within ten minutes` },
    }
  const waitMs = BACK_OFF_MS[Math.min(recent.length, BACK_OFF_MS.length - 1)] ?? 0
  const isDue = nowMs - Math.max(0, ...recent) >= waitMs
  const judged: Judged = { status: 'sick', why: 'its pane has ended' }
  return { actions: isDue ? [...closeAll(panes), { do: 'open', asked: false }] : [], judged }
}

const STARTING: Judged = { status: 'starting', why: null }

function judge({ wanted }: Ward, pane: Pane, state: PorterState | undefined): Judged {
  // What the one before it has left says nothing of this one.
  if (state?.pid !== pane.pid) return STARTING
  const isServed = state.children.some(({ key, isReady }) => key === state.serving && isReady)
  if (state.gaveUp !== null) return { status: isServed ? 'sick' : 'given_up', why: state.gaveUp }
  if (isServed && state.serving === keyOf(wanted)) return { status: 'well', why: null }
  if (isServed)
    return {
      status: 'well',
      why: state.refused ? `the previous version answers: ${state.refused.why}` : null,
    }
  return state.lastFall === null ? STARTING : { status: 'sick', why: state.lastFall }
}
