// A candidate has become the leader: whoever led before goes, the ledger follows, and the soak begins.
import { describeRung } from './climb.ts'
import { endSlow, forgetWaits } from './count-miss.ts'
import { doom, enterPhase, findChild, type Turn } from './turn.ts'
import { ORPHAN, withoutMark, type Child, type Ledger } from './state.ts'

export function takeTheLead(turn: Turn, child: Child): void {
  const { state } = turn
  const before = findChild(turn, state.leader)
  enterPhase(turn, child, 'leading')
  state.leader = child.id
  state.candidate = null
  state.goodProbes = 0
  state.probedAtMs = Number.NEGATIVE_INFINITY
  state.countedAtMs = turn.nowMs
  if (before) doom(turn, before, 'replaced', 'SIGTERM')
  if (child.role === 'server') finishSwap(turn, child, before)
}

function finishSwap(turn: Turn, child: Child, before: Child | undefined): void {
  const { state, effects } = turn
  const { swap, ledger, limits } = state
  state.standbyFailures = 0
  state.swap = null
  if (!swap) return
  // Somebody has chosen another release: what becomes of it is no part of a recovery that was not confirmed yet.
  if (swap.why === 'promote' || swap.why === 'rollback') state.climb = null
  const wasSafe = swap.why === 'leave safe mode' || before?.role === 'safe'
  const from = wasSafe ? 'safe mode' : ledger.current
  if (ledger.current !== child.release) {
    if (swap.why === 'promote') ledger.servedBefore = unprovenLeader(ledger, before)
    ledger.current = child.release
    ledger.phase = ledger.good.includes(child.release) ? 'good' : 'trying'
    ledger.goodForMs = 0
    ledger.triesLeft = ledger.phase === 'trying' ? limits.tries - 1 : 0
    effects.push({ do: 'save' }, { do: 'flip', release: child.release })
  }
  // A standby of the old release must not take over from the new one.
  const standby = findChild(turn, state.standby)
  if (standby && standby.release !== child.release) {
    doom(turn, standby, 'unneeded', 'SIGTERM')
    state.standby = null
  }
  effects.push({ do: 'record', what: { kind: 'swapped', from, to: child.release, why: swap.why } })
}

/** A good one needs no further mention. */
function unprovenLeader({ good }: Ledger, before: Child | undefined): string | null {
  return before?.role === 'server' && !good.includes(before.release) ? before.release : null
}

/** A good answer of the leader: after enough of them it is called good, and a recovery is called done. */
export function countGoodProbe(turn: Turn, leader: Child): void {
  const { state, effects, nowMs } = turn
  const { ledger, limits } = state
  leader.misses = 0
  delete leader.said
  forgetWaits(turn, leader)
  endSlow(turn)
  state.goodProbes += 1
  if (leader.role !== 'server') return
  if (ledger.phase === 'good') ledger.goodForMs += nowMs - state.countedAtMs
  state.countedAtMs = nowMs
  const soaked = nowMs - leader.sinceMs >= limits.soakMs && state.goodProbes >= limits.soakProbes
  if (!soaked) return
  // One that was there before us says nothing about us.
  if (state.onTrial && leader.id !== ORPHAN) {
    state.onTrial = false
    effects.push({ do: 'prove' })
  }
  const { climb } = state
  state.safeRetry = { atMs: 0, waitMs: limits.safeRetryMs[0], tried: 0 }
  state.safeFailures = 0
  if (climb) {
    const tried = climb.rungs.slice(0, climb.at + 1).map(describeRung)
    const by = climb.byStandby ? 'standby' : (tried.at(-1) ?? 'restart')
    effects.push({
      do: 'record',
      what: { kind: 'recovered', release: ledger.current, cause: climb.cause, tried, by },
    })
    state.climb = null
  }
  if (ledger.phase === 'trying') becomeGood(turn)
}

function becomeGood(turn: Turn): void {
  const { ledger, limits } = turn.state
  ledger.phase = 'good'
  ledger.goodForMs = 0
  ledger.triesLeft = 0
  const others = ledger.good.filter((release) => release !== ledger.current)
  if (others.length > 0) ledger.servedBefore = null
  ledger.bad = withoutMark(ledger, ledger.current)
  ledger.good = [ledger.current, ...others].slice(0, limits.goodKept)
  const good = { kind: 'good', release: ledger.current } as const
  turn.effects.push({ do: 'save' }, { do: 'record', what: good }, { do: 'tidy' })
}
