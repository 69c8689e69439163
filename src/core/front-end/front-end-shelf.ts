// The front end as files of a release, and the release's own copy of them.

export interface FrontEndShelf {
  /** Files that are missing or not what was built. */
  findDamage(): Promise<readonly string[]>
  /** Puts these back from the copy. Throws when the copy is not what was built either; then nothing is changed. */
  restore(names: readonly string[]): Promise<void>
}
