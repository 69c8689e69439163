// A series as shapes of a drawing: a line through the means, and a band from the least to the most. Pure.
import type { MetricsReport } from '../../../protocol/machine/metrics.ts'

export interface ArrangedSeries {
  /** The paths of SVG; empty when nothing was measured. Lines break where nothing was. */
  readonly line: string
  readonly band: string
  readonly max: number
  readonly mean: number
}

export const WIDTH = 300
export const HEIGHT = 60
/** One point that is missing is no hole: the last part of a span is often half empty. */
const HOLE_STEPS = 2.5

type Points = MetricsReport['series'][number]['points']

export function arrangeSeries(
  points: Points,
  { from, to, stepSec }: Pick<MetricsReport, 'from' | 'to' | 'stepSec'>,
  top: number | null,
): ArrangedSeries {
  const fromMs = Date.parse(from)
  const spanMs = Math.max(1, Date.parse(to) - fromMs)
  const max = points.reduce((most, point) => Math.max(most, point.max), 0)
  const full = Math.max(top ?? 0, max) || 1
  const x = (at: string) => rounded(((Date.parse(at) - fromMs) / spanMs) * WIDTH)
  const y = (value: number) => rounded(HEIGHT - (value / full) * HEIGHT)
  const pieces = splitAtHoles(points, stepSec * 1000 * HOLE_STEPS)
  const line = pieces
    .map((piece) => {
      const path = `M${piece.map(({ at, mean }) => `${x(at)} ${y(mean)}`).join('L')}`
      // One alone is a dot.
      return piece.length === 1 ? `${path}h2` : path
    })
    .join('')
  const band = pieces
    .map((piece) => {
      const above = piece.map((point) => `${x(point.at)} ${y(point.max)}`)
      const below = piece.toReversed().map(({ at, min }) => `${x(at)} ${y(min)}`)
      return `M${[...above, ...below].join('L')}Z`
    })
    .join('')
  const mean = points.length === 0 ? 0 : points.reduce((sum, point) => sum + point.mean, 0) / points.length
  return { line, band, max, mean }
}

function splitAtHoles(points: Points, holeMs: number): Points[] {
  const pieces: Points[] = []
  let lastMs = Number.NEGATIVE_INFINITY
  for (const point of points) {
    const atMs = Date.parse(point.at)
    if (atMs - lastMs > holeMs) pieces.push([])
    pieces.at(-1)?.push(point)
    lastMs = atMs
  }
  return pieces
}

const rounded = (value: number) => Math.round(value * 10) / 10
