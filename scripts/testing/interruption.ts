// Tells when a run is to end early: by a signal, or because the command that started it is gone.

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const LOOK_EVERY_MS = 500
/** As shells report it: 128 and the number of SIGINT. */
export const INTERRUPTED = 130

export function watchForInterruption(): AbortSignal {
  const interruption = new AbortController()
  const end = () => interruption.abort()
  for (const signal of SIGNALS) process.on(signal, end)
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), LOOK_EVERY_MS).unref()
  return interruption.signal
}
