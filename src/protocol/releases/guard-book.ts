// `HOME/watchdog/guards.json`: which watchdog is proven and which is on trial. Written by the watchdog, read by everybody.
export interface GuardBook {
  readonly proven: string
  readonly previous: string | null
  readonly next: { readonly id: string; readonly triesLeft: number } | null
  /** The last one that failed its trial. */
  readonly refused: string | null
}

/** The programs of one watchdog, which are changed together. */
export const GUARD_PROGRAMS = ['guard.mjs', 'safe-mode.mjs'] as const

const SUM_CHARS = 12

/** The watchdog that a build carries, named by its programs' sums as the manifest has them. */
export function guardIdOf(files: Readonly<Record<string, string>>): string {
  return GUARD_PROGRAMS.map((name) => (files[name] ?? '').slice(0, SUM_CHARS)).join('-')
}

export function parseGuardBook(text: string): GuardBook | undefined {
  try {
    const { proven, previous = null, next = null, refused = null } = JSON.parse(text) as Partial<GuardBook>
    return typeof proven === 'string' ? { proven, previous, next, refused } : undefined
  } catch {
    return undefined // half a file names nobody
  }
}
