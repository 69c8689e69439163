// Bounds a wait. The timer comes in as a port, so that simulated time can drive it.
export interface Timer {
  /** Calls `then` once after `ms`; the returned function cancels it. */
  after(ms: number, then: () => void): () => void
}

/** Settles as `work` does, or with `onLimit()` when `limitMs` pass first. The work itself is not stopped. */
export async function withLimit<T>(
  timer: Timer,
  limitMs: number,
  work: Promise<T>,
  onLimit: () => T | Promise<T>,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const cancel = timer.after(limitMs, () => {
    try {
      resolve(onLimit())
    } catch (error) {
      resolve(Promise.reject(error))
    }
  })
  try {
    return await Promise.race([work, promise])
  } finally {
    cancel()
  }
}
