import type { Timer } from './with-limit.ts'

/** Does it at once and then again and again, that long after each end. What it gives back ends it, once the last is over. `work` does not reject. */
export function repeatedly(
  timer: Timer,
  everyMs: () => number,
  work: () => Promise<void>,
): () => Promise<void> {
  let isOver = false
  let cancel: (() => void) | undefined
  const wait = () => {
    if (!isOver) cancel = timer.after(everyMs(), () => void (running = work().finally(wait)))
  }
  let running = work().finally(wait)
  return async () => {
    isOver = true
    cancel?.()
    await running
  }
}
