// Recovery: one rung after the other, each verified by the same probe that condemned what ran before.
import { letCandidateLead } from './let-candidate-lead.ts'
import { planRungs, type Fall } from './plan-rungs.ts'
import { enterSafeMode } from '../safe-mode/safe-mode.ts'
import { payOneTry, startCandidate, startLater } from './start-candidate.ts'
import type { Cause, Child, Climb, Rung } from './state.ts'
import { doom, findChild, type Turn } from './turn.ts'

const SAME_EVERYWHERE =
  'Releases fail the same way one after the other, so this machine is at fault, not the code.'

/** The release that should run has failed, and its process is seen gone. */
export function climb(turn: Turn, { ended, phase }: Child, fall: Fall): void {
  const wasLeading = phase === 'leading'
  const { cause } = fall
  const { state, effects, nowMs } = turn
  const { ledger, limits } = state
  const ongoing = state.climb?.isOutside ? null : state.climb
  const current: Climb =
    ongoing ?? beginClimb(turn, cause, { rungs: planRungs(ledger, fall, limits.longGoodMs), at: -1 })
  state.climb = current
  if (wasLeading) current.silentSinceMs = nowMs
  current.at = Math.min(current.at + 1, current.rungs.length - 1)
  const rung = current.rungs[current.at] ?? { kind: 'safe' }
  Object.assign(current, { failedMs: nowMs, examined: rung.kind === 'release', held: null, byStandby: false })
  effects.push({
    do: 'record',
    what: { kind: 'failed', release: ledger.current, cause, ended, next: describeRung(rung) },
  })
  if (rung.kind !== 'release') takeRung(turn, current, cause)
  else {
    current.held = { cause, sinceMs: nowMs }
    effects.push({ do: 'examine' })
  }
}

export function beginClimb(
  { state: { ledger }, nowMs }: Turn,
  cause: Cause,
  plan: { readonly rungs: Rung[]; readonly at: number; readonly isOutside?: boolean },
): Climb {
  return {
    from: ledger.current,
    cause,
    isOutside: false,
    ...plan,
    silentSinceMs: nowMs,
    failedMs: nowMs,
    examined: false,
    byStandby: false,
    killedStarts: 0,
    held: null,
  }
}

const isProven = (rung: Rung | undefined) => rung?.kind === 'release' && rung.proven

export function takeRung(turn: Turn, current: Climb, cause: Cause): void {
  const rung = current.rungs[current.at] ?? { kind: 'safe' }
  switch (rung.kind) {
    case 'restart':
      restart(turn, current.at)
      return
    case 'clean':
      dropStandby(turn)
      startLater(turn, { role: 'server', attempt: current.at, clean: true })
      return
    case 'release':
      fallBack(turn, rung, cause)
      return
    case 'safe':
      dropStandby(turn)
      enterSafeMode(turn, cause, isEnvironment(current, cause) ? [SAME_EVERYWHERE] : [])
  }
}

export function restart(turn: Turn, attempt: number): void {
  const { state } = turn
  const standby = findChild(turn, state.standby)
  // A warm standby is the quickest, if it is of the right release and has not been told to go.
  if (standby?.phase === 'loaded' && standby.release === state.ledger.current && standby.doomed === null) {
    state.standby = null
    state.candidate = standby.id
    standby.sinceMs = turn.nowMs
    if (state.climb) state.climb.byStandby = true
    payOneTry(turn)
    letCandidateLead(turn)
  } else startLater(turn, { role: 'server', attempt, clean: false })
}

type ReleaseRung = Extract<Rung, { kind: 'release' }>

function fallBack(turn: Turn, { release, proven }: ReleaseRung, cause: Cause): void {
  const { state, effects } = turn
  const { ledger, limits } = state
  if (ledger.phase === 'trying') {
    ledger.bad = [...new Set([...ledger.bad, ledger.current])]
    effects.push({ do: 'record', what: { kind: 'bad', release: ledger.current, cause } })
  }
  ledger.current = release
  ledger.phase = proven ? 'good' : 'trying'
  ledger.triesLeft = proven ? 0 : limits.tries
  ledger.goodForMs = 0
  dropStandby(turn)
  effects.push({ do: 'save' }, { do: 'flip', release })
  startCandidate(turn, { role: 'server', clean: false })
}

export function dropStandby(turn: Turn): void {
  const standby = findChild(turn, turn.state.standby)
  if (standby) doom(turn, standby, 'unneeded', 'SIGKILL')
  turn.state.standby = null
}

function isEnvironment(current: Climb, cause: Cause): boolean {
  return current.rungs.some(isProven) && cause === current.cause
}

export function describeRung(rung: Rung): string {
  const words = { restart: 'restart', clean: 'restart clean', safe: 'safe mode' } as const
  return rung.kind === 'release' ? `release ${rung.release}` : words[rung.kind]
}
