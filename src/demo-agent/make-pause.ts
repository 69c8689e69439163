// Waiting in the agent's own time. An interrupted wait ends at once, with the interruption.

export function makePause(pace: number, signal: AbortSignal): (ms: number) => Promise<void> {
  return async (ms) => {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stop = () => reject(new Error('interrupted'))
    signal.addEventListener('abort', stop)
    const timer = setTimeout(resolve, ms * pace)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }
}
