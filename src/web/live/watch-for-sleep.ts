// A computer that slept wakes with a connection that looks open and is not. Clocks tell: ours stood still.

const LOOK_EVERY_MS = 2000
/** More than a busy page ever takes between two looks, and browsers look at hidden pages once a minute. */
const ASLEEP_MS = 75_000

export function watchForSleep(onWake: () => void): void {
  let lookedAtMs = Date.now()
  setInterval(() => {
    const nowMs = Date.now()
    if (nowMs - lookedAtMs > ASLEEP_MS) onWake()
    lookedAtMs = nowMs
  }, LOOK_EVERY_MS)
  window.addEventListener('online', onWake)
}
