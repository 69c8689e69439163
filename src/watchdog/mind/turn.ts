// One step of the machine: a draft of the state, and the effects so far. Only `decide` makes one.
import type { Effect } from './effect.ts'
import type { Child, State } from './state.ts'

export interface Turn {
  readonly state: State
  readonly effects: Effect[]
  readonly nowMs: number
}

export function findChild(turn: Turn, id: number | null): Child | undefined {
  return turn.state.children.find((child) => child.id === id)
}

export function spawnChild(turn: Turn, role: Child['role'], release: string, clean: boolean): number {
  const { state, effects, nowMs } = turn
  const id = state.nextId
  state.nextId += 1
  state.children.push({
    id,
    role,
    release,
    phase: 'starting',
    lead: 'not told',
    sinceMs: nowMs,
    misses: 0,
    ended: '',
    doomed: null,
  })
  effects.push({ do: 'spawn', child: id, role, release, clean })
  return id
}

export function enterPhase(turn: Turn, child: Child, phase: Child['phase']): void {
  child.phase = phase
  child.sinceMs = turn.nowMs
  child.misses = 0
  dropWaits(turn, child.id)
}

/** What it waited counts for a limit that begins, and no other. */
export function dropWaits({ state }: Turn, id: number): void {
  if (!(id in state.waits)) return
  const { [id]: _, ...others } = state.waits
  state.waits = others
}

/** Ends a child; what depends on its end waits for `exited`. */
export function doom(
  turn: Turn,
  child: Child,
  why: NonNullable<Child['doomed']>,
  signal: 'SIGTERM' | 'SIGKILL',
): void {
  if (child.doomed === null) {
    child.doomed = why
    child.sinceMs = turn.nowMs
    dropWaits(turn, child.id)
  }
  turn.effects.push({ do: 'signal', child: child.id, signal })
}
