// What an agent inside of its walls sees at a path. Where several say something, the deepest path wins, and of the same path the
// last one: so a row never has to know of the others.
export type Wall =
  /** An empty place; what is really there can't be seen. `pinned`: also where there is nothing, so that it can't be moved away. */
  | { readonly kind: 'hidden'; readonly path: string; readonly pinned?: true }
  /**
   * `make`: a folder, made when it is not there. What is not there and not made is left out. `pinned`: built even where it changes
   * nothing, since a wall can't be moved away, and a folder around one can.
   */
  | {
      readonly kind: 'readable' | 'writable'
      readonly path: string
      readonly make?: true
      readonly pinned?: true
    }
  /** A folder of the agent's own stands there instead. */
  | { readonly kind: 'private'; readonly path: string; readonly from: string }
  /** The agent's own copy of a file of the person's, made for its first start, or whenever theirs is newer. What it writes stays with it. */
  | { readonly kind: 'copy'; readonly path: string; readonly from: string; readonly when: 'first' | 'newer' }
  /** A file or a folder of ours stands there, and can only be read. */
  | { readonly kind: 'given'; readonly path: string; readonly from: string }
  /** A program, with the folders that it needs to run. */
  | { readonly kind: 'program'; readonly path: string }

/** A wall as it is built: at `path` stands what is at `source`; of a link, the source is what it says. */
export interface Mount {
  readonly path: string
  readonly kind: 'hidden' | 'readable' | 'writable' | 'link'
  readonly source: string
  readonly isFolder: boolean
  readonly isPinned?: true
}
