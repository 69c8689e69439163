// Which changes are wanted, as the address says it and as the server is asked.
import type { ChangeState } from '../../../protocol/changes/change.ts'
import { CHANGE_STATES } from '../../changes/change-states.ts'

export interface ChangesWanted {
  readonly state?: string | undefined
}

/** A state that does not exist asks for all. */
export function queryOf({ state }: ChangesWanted, project: string | undefined) {
  return {
    ...(isState(state) && { state }),
    ...(project !== undefined && { project }),
  }
}

function isState(word: string | undefined): word is ChangeState {
  return word !== undefined && Object.hasOwn(CHANGE_STATES, word)
}
