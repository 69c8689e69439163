/** A file in memory. */
export type Sample = {
  readonly path: string
  readonly text: string
}

/** What a rule is seen to refuse, and the nearest thing that it lets pass. */
export type Proof = {
  readonly rule: string
  /** Completes `refuses …` in the title of the test. */
  readonly refuses: string
  readonly bad: Sample
  readonly good: Sample
}
