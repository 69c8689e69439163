// Mean and most of what was measured since it was last asked.
import type { MeanAndMax } from '../../protocol/machine/metrics.ts'

export interface RangeMeter {
  add(value: number): void
  /** Null when nothing was measured; begins anew. */
  take(): MeanAndMax | null
}

export function makeRangeMeter(): RangeMeter {
  let [sum, max, count] = [0, 0, 0]
  return {
    add(value) {
      sum += value
      max = Math.max(max, value)
      count += 1
    },
    take() {
      const taken = count === 0 ? null : { mean: rounded(sum / count), max: rounded(max) }
      ;[sum, max, count] = [0, 0, 0]
      return taken
    },
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000
