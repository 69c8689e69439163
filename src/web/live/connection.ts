// How the page stands to the server: what is shown is called live only when it is.

export type Connection =
  | { readonly kind: 'connecting' }
  /** Connected; `behind` events are still on their way. */
  | { readonly kind: 'catching-up'; readonly behind: number }
  | { readonly kind: 'live' }
  /** `isSafeMode`: the watchdog answers in the server's place. */
  | { readonly kind: 'offline'; readonly sinceMs: number; readonly why: string; readonly isSafeMode: boolean }
  | { readonly kind: 'logged-out'; readonly why: string }
