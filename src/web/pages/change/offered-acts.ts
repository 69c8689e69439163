// What a person can do about a change, by its state: one row a state, and nothing that the server would refuse.
import type { ChangeState } from '../../../protocol/changes/change.ts'

export type ChangeAct = 'execute' | 'cancel' | 'cancel restart' | 'roll back'

const ACTS: Readonly<Partial<Record<ChangeState, readonly ChangeAct[]>>> = {
  planned: ['execute', 'cancel'],
  queued: ['cancel'],
  checking: ['cancel'],
  reviewing: ['cancel'],
  rehearsing: ['cancel'],
  // It is on the main branch already: to call it off is to take it back.
  restarting: ['cancel restart'],
  soaking: ['roll back'],
  good: ['roll back'],
}

export function offeredActs(state: ChangeState): readonly ChangeAct[] {
  return ACTS[state] ?? []
}
