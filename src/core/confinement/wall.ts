// What stands at a path in the sandbox. Where no row says anything, nothing does. Where several do, the deepest path wins, and of the
// same path the last row: so a row never has to know of the others.
export type Wall =
  /** What is really there can't be seen. `pinned`: an empty place stands there in any case, can be written, and can't be moved away. */
  | { readonly kind: 'hidden'; readonly path: string; readonly pinned?: true }
  /**
   * `make`: a folder, made when it is not there. What is not there and not made is left out. `pinned`: built even where it changes
   * nothing, since a wall can't be moved away, and a folder around one can. `within`: an agent may have written in that folder, so a
   * link there that leads out of it is not followed, and there is no sandbox.
   */
  | {
      readonly kind: 'readable' | 'writable'
      readonly path: string
      readonly make?: true
      readonly pinned?: true
      readonly within?: string
    }
  /** A folder of the agent's own stands there instead. */
  | { readonly kind: 'private'; readonly path: string; readonly from: string }
  /**
   * The agent's own copy of a file of the person's, made for its first start, or whenever theirs is newer. What it writes stays with it.
   * `only`: of a JSON file, of the folders that are named under `key`, this one and those around it; what is said of others is left out.
   */
  | {
      readonly kind: 'copy'
      readonly path: string
      readonly from: string
      readonly when: 'first' | 'newer'
      readonly only?: { readonly key: string; readonly folder: string }
    }
  /** A file or a folder of ours stands there, and can only be read. */
  | { readonly kind: 'given'; readonly path: string; readonly from: string }
  /** A program, with the folders that it needs to run. What lies beside it in a home of a person is not part of it. */
  | { readonly kind: 'program'; readonly path: string; readonly homes: readonly string[] }
  /** A folder of programs, with what they need to run, also where links in it lead. */
  | { readonly kind: 'programs'; readonly path: string; readonly homes: readonly string[] }
  /** A folder in which only files of these names are, as copies in a folder of ours; other rows may add to it. */
  | {
      readonly kind: 'gathered'
      readonly path: string
      readonly from: string
      readonly names: readonly string[]
    }
  /** Everything whose path begins so, and can be read: names that end with a version. */
  | { readonly kind: 'family'; readonly path: string }

/** A wall as it is built: at `path` stands what is at `source`; of a link, the source is what it says. */
export interface Mount {
  readonly path: string
  readonly kind: 'hidden' | 'readable' | 'writable' | 'link'
  readonly source: string
  readonly isFolder: boolean
  readonly isPinned?: true
}
