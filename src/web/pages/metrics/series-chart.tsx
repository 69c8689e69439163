// One series over time: plain SVG, with its numbers in words beside it.
import type { MetricsReport } from '../../../protocol/machine/metrics.ts'
import { arrangeSeries, HEIGHT, WIDTH } from './arrange-series.ts'
import type { ChartRow } from './machine-charts.ts'

interface SeriesChartProps {
  readonly row: ChartRow
  readonly report: MetricsReport
}

export function SeriesChart({ row: { series, title, top, say }, report }: SeriesChartProps) {
  const points = report.series.find(({ name }) => name === series)?.points ?? []
  const { line, band, max, mean } = arrangeSeries(points, report, top)
  const last = points.at(-1)
  const words = last ? `now ${say(last.mean)}, avg ${say(mean)}, max ${say(max)}` : 'no measurements yet'
  return (
    <figure data-series={series} className="min-w-0 rounded-lg border border-line bg-surface px-4 py-3">
      <figcaption className="flex items-baseline justify-between gap-2">
        <span className="truncate text-sm font-medium">{title}</span>
        <span className="text-lg font-semibold tabular-nums">{last ? say(last.mean) : '–'}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${words}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="my-1 h-16 w-full border-b border-line"
      >
        <path d={band} className="fill-accent/15" />
        <path
          d={line}
          className="fill-none stroke-accent"
          strokeWidth={1.5}
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className="text-xs text-quiet tabular-nums">{last ? `avg ${say(mean)} · max ${say(max)}` : words}</p>
    </figure>
  )
}
