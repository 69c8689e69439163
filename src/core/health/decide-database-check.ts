// When the whole database is to be checked in the background, and when it is known to be damaged.

export interface DatabaseCheckFacts {
  /** Of the file that is there; undefined when it was never checked, or not since a crash. */
  readonly verdict: { readonly state: 'sound' | 'suspect' | 'damaged'; readonly atMs: number } | undefined
  readonly nowMs: number
  /** Since this server began to lead. */
  readonly leadingMs: number
}

export interface DatabaseCheckPolicy {
  readonly everyMs: number
  /** So long after a start: others have more to do then. */
  readonly afterMs: number
}

export function decideDatabaseCheck(
  { verdict, nowMs, leadingMs }: DatabaseCheckFacts,
  { everyMs, afterMs }: DatabaseCheckPolicy,
): 'refuse writes' | 'check' | 'wait' {
  if (verdict?.state === 'damaged') return 'refuse writes'
  // Nothing can be written until it is known.
  if (verdict?.state === 'suspect') return 'check'
  if (leadingMs < afterMs) return 'wait'
  if (!verdict) return 'check'
  const ageMs = nowMs - verdict.atMs
  // A check of the future: the clock was set back.
  return ageMs >= everyMs || ageMs < 0 ? 'check' : 'wait'
}
