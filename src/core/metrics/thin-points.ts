// Points for a drawing: no more than are wanted, and none of the peaks lost. Pure.
import { mergePoints, type MetricPoint } from './metric-point.ts'

export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Equal parts of the span, each as one point at its beginning; a part in which nothing was measured has none. */
export function thinPoints(
  points: Iterable<MetricPoint>,
  { fromMs, toMs }: Span,
  stepMs: number,
): MetricPoint[] {
  const inside = [...points].filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
  const parts = Map.groupBy(inside, ({ atMs }) => Math.floor((atMs - fromMs) / stepMs))
  return [...parts]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([index, part]) => {
      const merged = mergePoints(part)
      return merged ? [{ ...merged, atMs: fromMs + index * stepMs }] : []
    })
}
