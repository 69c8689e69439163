// The watchdog's mind: `(state, what happened, now) → [state, effects]`. No clock, no file, no process; all of it can be
// simulated.
import { answerRequest } from './answer-request.ts'
import { climb } from './climb.ts'
import type { Effect } from './effect.ts'
import type { Happening } from './happening.ts'
import { hearExamination } from './hear-examination.ts'
import { countGoodProbe, takeTheLead } from './lead.ts'
import type { OutsideEnd } from './judge-end.ts'
import { letCandidateLead } from './let-candidate-lead.ts'
import type { Fall } from './plan-rungs.ts'
import { countMiss, forgetWaits, hearWait } from './count-miss.ts'
import { postponeLeaving } from '../safe-mode/safe-mode.ts'
import { bringBack, isBlameless, startAgain } from './start-again.ts'
import { startCandidate, startLater } from './start-candidate.ts'
import { copyState, ORPHAN, type Cause, type Child, type State } from './state.ts'
import { tick } from './tick.ts'
import { doom, dropWaits, enterPhase, findChild, type Turn } from './turn.ts'

export function decide(state: State, happening: Happening, nowMs: number): [State, Effect[]] {
  const turn: Turn = { state: copyState(state), effects: [], nowMs }
  if (happening.kind === 'begun') begin(turn, happening.heirTo)
  else if (happening.kind === 'ticked') tick(turn)
  else if (happening.kind === 'asked') answerRequest(turn, happening)
  else if (happening.kind === 'examined') hearExamination(turn, happening.faults)
  else {
    const child = findChild(turn, happening.child)
    if (child) hearOf(turn, child, happening)
  }
  return [turn.state, turn.effects]
}

/** What an orphaned server serves goes on being served, until a child of our own takes over as in any planned swap. */
function begin(turn: Turn, heirTo: { readonly release: string } | null): void {
  const { state, nowMs } = turn
  if (heirTo === null) {
    startCandidate(turn, { role: 'server', clean: false })
    return
  }
  const { release } = heirTo
  const role = release === '' ? 'safe' : 'server'
  state.children.push({
    id: ORPHAN,
    role,
    release,
    phase: 'leading',
    lead: 'told',
    sinceMs: nowMs,
    misses: 0,
    ended: '',
    doomed: null,
  })
  state.leader = ORPHAN
  if (role === 'server') answerRequest(turn, { kind: 'asked', what: 'restart' })
}

type AboutChild = Extract<Happening, { child: number }>

function hearOf(turn: Turn, child: Child, happening: AboutChild): void {
  switch (happening.kind) {
    case 'loaded':
      onLoaded(turn, child)
      return
    case 'burdened':
      if (happening.ms > 0) child.extraMs = happening.ms
      return
    case 'listening':
      onListening(turn, child)
      return
    case 'leading':
      if (isCandidate(turn, child) && child.lead === 'told') takeTheLead(turn, child)
      return
    case 'yielded':
      if (child.lead === 'not told') return
      child.lead = 'yielded'
      letCandidateLead(turn)
      return
    case 'answered':
      // Safe mode tells everybody that cmux is unwell; that it says so shows that it is well itself.
      if (happening.why) child.said = happening.why
      onAnswer(turn, child, happening.well || child.role === 'safe')
      return
    case 'missed':
      onMiss(turn, child, 'hung')
      return
    case 'waited':
      hearWait(turn, child, happening)
      return
    case 'not startable':
      child.doomed ??= 'not startable'
      turn.effects.push({
        do: 'record',
        what: { kind: 'not started', release: child.release, why: happening.why },
      })
      child.ended = `not started: ${happening.why}`
      onExit(turn, child, undefined)
      return
    case 'exited':
      child.ended = child.said === undefined ? happening.how : `${happening.how}; it had said: ${child.said}`
      onExit(turn, child, happening.by)
  }
}

const isCandidate = (turn: Turn, child: Child) => turn.state.candidate === child.id && child.doomed === null

function onLoaded(turn: Turn, child: Child): void {
  if (child.phase !== 'starting' || child.doomed !== null) return
  enterPhase(turn, child, 'loaded')
  if (!isCandidate(turn, child)) return
  // With nobody there, the port's own probe is proof enough. Otherwise it is looked at first.
  if (turn.state.leader === null) letCandidateLead(turn)
  else turn.effects.push({ do: 'probe', child: child.id, via: 'door' })
}

function onAnswer(turn: Turn, child: Child, well: boolean): void {
  if (!well) {
    onMiss(turn, child, 'sick')
    return
  }
  if (child.id === turn.state.leader) countGoodProbe(turn, child)
  else if (child.id === turn.state.standby) {
    child.misses = 0
    forgetWaits(turn, child)
  } else if (isCandidate(turn, child) && child.phase === 'loaded')
    turn.effects.push({ do: 'tell', child: child.id, word: 'listen' })
}

function onListening(turn: Turn, child: Child): void {
  if (!isCandidate(turn, child) || child.phase !== 'loaded') return
  enterPhase(turn, child, 'listening')
  const leader = findChild(turn, turn.state.leader)
  // One that is being ended is waited for: it may write until it is seen gone.
  if (leader?.lead === 'told' && leader.doomed === null) {
    leader.lead = 'draining'
    dropWaits(turn, leader.id)
    turn.effects.push({ do: 'tell', child: leader.id, word: 'drain' })
  } else letCandidateLead(turn)
}

function onMiss(turn: Turn, child: Child, cause: Cause): void {
  countMiss(turn, child)
  const isLeader = child.id === turn.state.leader
  const isAsked = isLeader || isCandidate(turn, child) || child.id === turn.state.standby
  // One lost answer is an accident, on a busy machine; but a candidate that says itself that it is unwell is believed.
  const enough = child.misses >= turn.state.limits.missesMax || (cause === 'sick' && !isLeader)
  // A hung server is killed and seen gone before another takes over: it may hold the lock.
  if (isAsked && enough && child.doomed === null) doom(turn, child, cause, 'SIGKILL')
  else if (isCandidate(turn, child)) turn.effects.push({ do: 'probe', child: child.id, via: 'door' })
}

function onExit(turn: Turn, child: Child, by: OutsideEnd | undefined): void {
  const { state } = turn
  state.children = state.children.filter((other) => other.id !== child.id)
  dropWaits(turn, child.id)
  const cause = causeOf(child, by)
  if (state.leader === child.id) {
    state.leader = null
    onLeaderGone(turn, child, cause)
  } else if (state.candidate === child.id) {
    state.candidate = null
    onCandidateGone(turn, child, cause)
  } else if (state.standby === child.id) {
    state.standby = null
    // A standby that was ready and got killed says nothing against the next start.
    if (cause !== 'killed' || child.phase === 'starting') state.standbyFailures += 1
    const waits = state.limits.backOffMs
    state.standbyAtMs = turn.nowMs + (waits[Math.min(state.standbyFailures, waits.length - 1)] ?? 0)
  }
  if (state.stoppingSinceMs !== null && state.children.length === 0) turn.effects.push({ do: 'exit' })
  else letCandidateLead(turn)
}

/** A signal that we sent ourselves says why; one that we did not send says only that somebody else did. */
function causeOf({ doomed }: Child, by: OutsideEnd | undefined): Cause {
  if (doomed === null) return by ?? 'crashed'
  return doomed === 'replaced' || doomed === 'unneeded' ? 'crashed' : doomed
}

function onLeaderGone(turn: Turn, child: Child, cause: Cause): void {
  const { state } = turn
  if (state.stoppingSinceMs !== null) return
  if (state.candidate !== null) return // it leads, at once or when it is loaded
  if (child.role === 'safe') startSafeAgain(turn, cause === 'killed')
  else recover(turn, child, { cause, wasUp: child.phase === 'leading' && state.goodProbes > 0 })
}

/** Even the last resort can die. It is started again, at once when somebody killed it while it answered. */
function startSafeAgain(turn: Turn, wasKilled: boolean): void {
  if (!wasKilled) turn.state.safeFailures += 1
  const attempt = wasKilled ? 0 : turn.state.safeFailures
  startLater(turn, { role: 'safe', attempt, clean: false })
}

/** What nobody of ours is to blame for is only started again. */
function recover(turn: Turn, child: Child, fall: Fall): void {
  if (isBlameless(fall.cause, turn.state.ledger.good.includes(child.release)))
    startAgain(turn, child, fall.cause)
  else climb(turn, child, fall)
}

function onCandidateGone(turn: Turn, child: Child, cause: Cause): void {
  const { state, effects } = turn
  if (state.stoppingSinceMs !== null) return
  const { swap } = state
  state.swap = null
  const leader = findChild(turn, state.leader)
  if (swap?.why === 'leave safe mode') {
    postponeLeaving(turn, cause)
    if (leader?.lead !== 'told') returnToSafeMode(turn, leader)
  } else if (swap && (leader || child.release !== state.ledger.current)) {
    const { why } = swap
    state.suspect = { release: child.release, why, cause, ended: child.ended, sinceMs: turn.nowMs }
    effects.push({ do: 'examine' })
    if (leader?.lead !== 'told') bringBack(turn, leader, cause)
  } else if (!leader) {
    if (child.role === 'safe') startSafeAgain(turn, false)
    else recover(turn, child, { cause, wasUp: false })
  }
}

/** It was to hand over to what is gone now, or is gone itself. */
function returnToSafeMode(turn: Turn, before: Child | undefined): void {
  turn.state.leader = null
  if (before) doom(turn, before, 'replaced', 'SIGTERM')
  startLater(turn, { role: 'safe', attempt: 0, clean: false })
}
