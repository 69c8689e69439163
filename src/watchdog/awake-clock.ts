// The watchdog's own time: time in which it did not run itself counts for nobody. After a suspended night, a stopped process group
// or a write that kept it for seconds, nobody has missed a limit that nobody could have kept.

/** The watchdog looks at its clock ten times a second; so long a pause is none of its own making. */
const PAUSE_MAX_MS = 300

export function makeAwakeClock(monotonicMs: () => number): () => number {
  let seenMs = monotonicMs()
  let awakeMs = seenMs
  return () => {
    const nowMs = monotonicMs()
    awakeMs += Math.min(nowMs - seenMs, PAUSE_MAX_MS)
    seenMs = nowMs
    return awakeMs
  }
}
