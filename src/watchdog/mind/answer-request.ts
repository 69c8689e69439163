// What people ask of the watchdog: a planned swap, or the end.
import type { Happening } from './happening.ts'
import { isBad } from './state.ts'
import { doom, findChild, spawnChild, type Turn } from './turn.ts'

type Request = Extract<Happening, { kind: 'asked' }>
type SwapRequest = Exclude<Request, { what: 'stop' | 'step aside' }>

export function answerRequest(turn: Turn, request: Request): void {
  if (request.what === 'stop') stop(turn)
  else if (request.what === 'step aside') stepAside(turn)
  else swapTo(turn, request)
}

function stop(turn: Turn): void {
  const { state, effects, nowMs } = turn
  if (state.stoppingSinceMs !== null) return
  state.stoppingSinceMs = nowMs
  state.delayed = null
  for (const child of state.children) doom(turn, child, 'unneeded', 'SIGTERM')
  if (state.children.length === 0) effects.push({ do: 'exit' })
}

/** Only while nothing is under way: whoever takes over knows what is on disk, and nothing of what we had in mind. */
function stepAside(turn: Turn): void {
  const { state, effects } = turn
  const leader = findChild(turn, state.leader)
  const isCalm =
    state.candidate === null && state.delayed === null && state.climb === null && state.suspect === null
  if (isCalm && leader?.role === 'server' && leader.doomed === null && state.stoppingSinceMs === null)
    effects.push({ do: 'save' }, { do: 'exit' })
  else effects.push({ do: 'record', what: { kind: 'declined', what: 'step aside', busy: true } })
}

function swapTo(turn: Turn, request: SwapRequest): void {
  const { state, effects } = turn
  const leader = findChild(turn, state.leader)
  const release = releaseFor(turn, request)
  // One thing at a time: during a recovery, another swap or a stop the answer is no, and the asker may ask again.
  const busy =
    state.candidate !== null ||
    state.suspect !== null ||
    state.stoppingSinceMs !== null ||
    !leader ||
    leader.doomed !== null
  if (busy || release === undefined) {
    effects.push({ do: 'record', what: { kind: 'declined', what: request.what, busy } })
    return
  }
  // A person asks for it by name: that it failed once is no reason to refuse. The mark stays until it has proved itself.
  state.swap = { release, why: request.what }
  effects.push({ do: 'save' })
  state.candidate = spawnChild(turn, 'server', release, false)
}

function releaseFor({ state: { ledger } }: Turn, request: SwapRequest): string | undefined {
  if (request.what === 'promote') return request.release
  if (request.what === 'restart') return ledger.current
  return ledger.good.find((release) => release !== ledger.current && !isBad(ledger, release))
}
