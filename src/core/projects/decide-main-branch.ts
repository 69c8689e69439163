/** What a repository says of its branches. */
export interface BranchFacts {
  /** The branch that the remote calls its main one. */
  readonly originHead: string | null
  /** Those with a commit. */
  readonly existing: readonly string[]
  /** The one that is checked out; it may have no commit yet. */
  readonly current: string | null
}

/** The branch that changes land on: what the remote says, else the usual names, else where the owner stands. */
export function decideMainBranch({ originHead, existing, current }: BranchFacts): string | undefined {
  return [originHead, 'main', 'master', current].find(
    (name): name is string => name !== null && existing.includes(name),
  )
}
