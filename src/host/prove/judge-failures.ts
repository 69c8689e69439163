// Which failed requests were promised to fail. A server that is killed takes the connections with it that it has just answered
// on; without any process nobody holds the port; and a full disk keeps nothing. Everything else is a request that was refused.
import type { FaultKind } from '../../protocol/releases/prove-report.ts'

/** How a request failed: by its connection, or by an answer of this status. */
export type How =
  | { readonly how: 'refused' | 'cut' | 'late' }
  | { readonly how: 'answered'; readonly status: number }

/** `atMs`: when it was known to have failed. */
export type Failure = How & { readonly atMs: number; readonly request: string }

/** From the fault to the recovery. */
export interface FaultWindow {
  readonly kind: FaultKind
  readonly fromMs: number
  readonly untilMs: number
}

type Excuse = (failure: Failure) => boolean

const isCut: Excuse = ({ how }) => how === 'cut'
const isAnything: Excuse = () => true
const FULL = 507
const UNAVAILABLE = 503

/** A kind that is not here excuses nothing. */
const EXCUSES: Partial<Readonly<Record<FaultKind, Excuse>>> = {
  server: isCut,
  'bad-fall': isCut,
  everything: isAnything,
  stop: isAnything,
  disk: (failure) => failure.how === 'answered' && [FULL, UNAVAILABLE].includes(failure.status),
}

/** A request that began in a window may be known to have failed a moment after it. */
const MARGIN_MS = 1000

/** The failures that nothing excuses. */
export function judgeFailures(failures: readonly Failure[], windows: readonly FaultWindow[]): Failure[] {
  return failures.filter(
    (failure) => !faultsDuring(failure, windows).some((kind) => EXCUSES[kind]?.(failure) === true),
  )
}

export function faultsDuring({ atMs }: Failure, windows: readonly FaultWindow[]): FaultKind[] {
  return windows
    .filter(({ fromMs, untilMs }) => atMs >= fromMs && atMs <= untilMs + MARGIN_MS)
    .map(({ kind }) => kind)
}
