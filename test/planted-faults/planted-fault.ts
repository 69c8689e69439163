// A guard of a promise, taken out on purpose: an edit of the sources, and the test file that must fail because of it.

export interface PlantedFault {
  /** Kebab-case; what the guard was. */
  readonly id: string
  /** The promise (P1 to P10) or the requirement that no longer holds. */
  readonly breaks: string
  /** What cmux does wrong with the fault in it, in one sentence. */
  readonly what: string
  /** Text that stands exactly once in src, in whatever file. White space does not count. */
  readonly find: string
  readonly replace: string
  /** A file of a default kind of test, relative to the repository. */
  readonly foundBy: string
}
