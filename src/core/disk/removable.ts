// What cmux keeps and nobody would miss, oldest and cheapest first.

/** In the order in which it goes. */
export const REMOVABLE_KINDS = ['log', 'metrics', 'release', 'workspace'] as const

export interface Removable {
  readonly kind: (typeof REMOVABLE_KINDS)[number]
  /** A file or folder; for a workspace `project/agent`. */
  readonly name: string
  readonly bytes: number
  /** Last changed. */
  readonly atMs: number
}
