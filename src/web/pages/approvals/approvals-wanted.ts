// Which of the requests that are over are wanted, as the address says it and as the server is asked.

export interface ApprovalsWanted {
  readonly state?: string | undefined
  readonly agent?: string | undefined
}

export const OVER = ['approved', 'used', 'denied', 'expired', 'withdrawn'] as const

/** A state that does not exist asks for all; what is left empty is not asked for. */
export function queryOf({ state, agent }: ApprovalsWanted, project: string | undefined) {
  const known = OVER.find((each) => each === state)
  return {
    state: known ?? OVER.join(','),
    ...(agent?.trim() && { agent: agent.trim() }),
    ...(project !== undefined && { project }),
  }
}
