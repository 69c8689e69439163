// What to do about a front end that is found whole or damaged. It is mended for as long as it takes, and told of once.

export interface FrontEndDecision {
  readonly restore: readonly string[]
  /** Damage that nobody has heard of yet. */
  readonly tell: readonly string[]
}

/** `told`: damage that was told of and is not mended yet. */
export function decideFrontEnd(damaged: readonly string[], told: readonly string[]): FrontEndDecision {
  return { restore: damaged, tell: damaged.filter((name) => !told.includes(name)) }
}
