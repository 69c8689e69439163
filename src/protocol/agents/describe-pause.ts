// Who paused an agent and why, in a few words. Apart from the schemas, so that the CLI and the page can say it without zod.

export interface PauseFacts {
  readonly by: string
  readonly why: string | null
}

/** Cmux itself, and for what: the reason says it all. */
const OWN: ReadonlySet<string> = new Set(['budget', 'quota'])

export function describePause({ by, why }: PauseFacts): string {
  if (OWN.has(by)) return `paused: ${why ?? by}`
  // A dashboard's own token has no name that says anything; the history has its id.
  const who = by.startsWith('human:') ? 'a person' : by
  return `paused by ${who}${why === null ? '' : `: ${why}`}`
}
