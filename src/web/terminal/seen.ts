// How a terminal on the page stands: what is shown is called live only when it is, and what was typed is never lost in silence.

export type Phase =
  | { readonly kind: 'opening' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly sinceMs: number }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }

export interface Seen {
  readonly phase: Phase
  /** Keys that did not arrive; `maybe`: they left, and the connection broke right after. */
  readonly unsent: 'none' | 'maybe' | 'some'
}

export const OPENING: Seen = { phase: { kind: 'opening' }, unsent: 'none' }
