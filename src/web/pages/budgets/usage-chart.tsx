// Usage over time as stacked columns. The same numbers stand in a table below: a picture says nothing to who can't see it.
import { describeAmount } from '../../../protocol/budgets/describe-meter.ts'
import type { ArrangedUsage, Column, Measure } from './arrange-usage.ts'
import { SERIES_FILLS } from './series-fills.ts'

interface UsageChartProps {
  readonly usage: ArrangedUsage
  readonly measure: Measure
  readonly sayTime: (atMs: number) => string
}

/** Of a column's place, so that columns stand apart. */
const WIDTH = 0.78
const HEIGHT = 100

export function UsageChart({ usage, measure, sayTime }: UsageChartProps) {
  const { columns, max } = usage
  const first = columns[0]?.atMs ?? 0
  const last = columns.at(-1)?.atMs ?? first
  return (
    <figure className="grid gap-1 text-xs text-quiet tabular-nums">
      <figcaption>up to {describeAmount(measure, max)}</figcaption>
      <svg
        role="img"
        aria-label={`usage over time; highest ${describeAmount(measure, max)}`}
        viewBox={`0 0 ${columns.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-44 w-full border-b border-line"
      >
        {columns.map((column, index) => (
          <g key={column.atMs}>
            <title>{`${sayTime(column.atMs)}: ${describeAmount(measure, column.total)}`}</title>
            <rect x={index} y={0} width={1} height={HEIGHT} className="fill-transparent hover:fill-raised" />
            {stack(column, max).map(({ y, height, fill }) => (
              <rect
                key={fill}
                x={index + (1 - WIDTH) / 2}
                y={y}
                width={WIDTH}
                height={height}
                className={fill}
              />
            ))}
          </g>
        ))}
      </svg>
      <div className="flex justify-between">
        <span>{sayTime(first)}</span>
        <span>{sayTime(last)}</span>
      </div>
    </figure>
  )
}

function stack({ values }: Column, max: number) {
  let top = HEIGHT
  return values.flatMap((value, index) => {
    if (value === 0 || max === 0) return []
    const height = (value / max) * HEIGHT
    top -= height
    return [{ y: top, height, fill: SERIES_FILLS[index] ?? 'fill-quiet' }]
  })
}
