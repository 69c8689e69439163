// How late the event loop is: what everybody who asks this server waits on top.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MeanAndMax } from '../../protocol/machine/metrics.ts'

const EVERY_MS = 20
const NS_PER_MS = 1e6

export interface LoopDelay extends Disposable {
  /** Since it was last asked. */
  take(): MeanAndMax | null
}

export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: EVERY_MS })
  histogram.enable()
  return {
    take() {
      const { count, mean, max } = histogram
      histogram.reset()
      return count === 0 ? null : { mean: lateness(mean), max: lateness(max) }
    },
    [Symbol.dispose]: () => void histogram.disable(),
  }
}

/** The time that it was to take is in it. */
function lateness(ns: number): number {
  return Math.max(0, Math.round((ns / NS_PER_MS - EVERY_MS) * 1000) / 1000)
}
