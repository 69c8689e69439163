// Starting what should lead. The try is on disk before the process exists, so that any crash, of the watchdog too, costs
// one try and never loops.
import { spawnChild, type Turn } from './turn.ts'

export interface Start {
  readonly role: 'server' | 'safe'
  /** Without the standby's and the compile cache's leftovers. */
  readonly clean: boolean
}

export function startCandidate(turn: Turn, { role, clean }: Start): void {
  const { state } = turn
  state.delayed = null
  if (role === 'safe') state.candidate = spawnChild(turn, 'safe', '', clean)
  else {
    payOneTry(turn)
    state.candidate = spawnChild(turn, 'server', state.ledger.current, clean)
  }
}

/** Before each start of the release that the ledger names, however it is started. */
export function payOneTry({ state: { ledger }, effects }: Turn): void {
  if (ledger.phase === 'trying') ledger.triesLeft = Math.max(0, ledger.triesLeft - 1)
  effects.push({ do: 'save' })
}

export function startLater(turn: Turn, { attempt, ...start }: Start & { readonly attempt: number }): void {
  const waits = turn.state.limits.backOffMs
  const waitMs = waits[Math.min(attempt, waits.length - 1)] ?? 0
  if (waitMs === 0) startCandidate(turn, start)
  else turn.state.delayed = { atMs: turn.nowMs + waitMs, ...start }
}

export function startDelayed(turn: Turn): void {
  const { delayed } = turn.state
  if (delayed && turn.nowMs >= delayed.atMs) startCandidate(turn, delayed)
}
