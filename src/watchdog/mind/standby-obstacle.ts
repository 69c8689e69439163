// Whether a second server fits into memory, when no setting says. It only saves milliseconds after a crash; agents need the
// memory more.

const MIB = 1024 ** 2
/** Below this the agents themselves are short of it: one coding agent takes some 300 MiB. */
const TOTAL_MIN_BYTES = 1024 * MIB
/** Twice what a server takes. */
const FREE_MIN_BYTES = 256 * MIB

export interface MemoryFacts {
  readonly totalBytes: number
  /** The limit of the group of processes that we are in; 0 for none. */
  readonly limitBytes: number
  readonly freeBytes: number
}

/** Why there should be none, or null. */
export function findStandbyObstacle({ totalBytes, limitBytes, freeBytes }: MemoryFacts): string | null {
  const ours = limitBytes > 0 ? Math.min(totalBytes, limitBytes) : totalBytes
  if (ours < TOTAL_MIN_BYTES)
    return `this machine has ${inMib(ours)} of memory for us, less than ${inMib(TOTAL_MIN_BYTES)}`
  if (freeBytes < FREE_MIN_BYTES)
    return `${inMib(freeBytes)} of memory were free at the start, less than ${inMib(FREE_MIN_BYTES)}`
  return null
}

const inMib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`
