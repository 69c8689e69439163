// Where the commits of an agent's branch go in the project. The branch of the same name is for people to look at; it is
// never moved away from commits that only the project has, nor under somebody who has it checked out.
export interface LandingFacts {
  /** Where the project's `agent/<name>` is; null when there is none. */
  readonly branch: string | null
  readonly isCheckedOut: boolean
  /** Every commit of the branch came from this workspace or from where it started. */
  readonly isOurs: boolean
  /** A branch, a tag or a ref that stays has the tip already. */
  readonly isHome: boolean
}

export type Landing = 'nothing' | 'branch' | 'aside'

export function decideLanding(tip: string, { branch, isCheckedOut, isOurs, isHome }: LandingFacts): Landing {
  if (branch === tip) return 'nothing'
  if (branch === null) return isHome ? 'nothing' : 'branch'
  if (isOurs && !isCheckedOut) return 'branch'
  return isHome ? 'nothing' : 'aside'
}
