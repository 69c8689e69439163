// The numbers of the chart: sums a series as its legend, and every step for who wants them.
import { describeAmount } from '../../../protocol/budgets/describe-meter.ts'
import type { ArrangedUsage, Measure } from './arrange-usage.ts'
import { SERIES_DOTS } from './series-fills.ts'

interface UsageTableProps {
  readonly usage: ArrangedUsage
  readonly measure: Measure
  readonly sayTime: (atMs: number) => string
}

export function UsageLegend({ usage: { series }, measure }: Pick<UsageTableProps, 'usage' | 'measure'>) {
  return (
    <ul aria-label="sums" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ name, total }, index) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <span aria-hidden className={`size-2.5 shrink-0 rounded-sm ${SERIES_DOTS[index] ?? ''}`} />
          <span data-foreign className="truncate">
            {name}
          </span>
          <span className="text-quiet tabular-nums">{describeAmount(measure, total)}</span>
        </li>
      ))}
    </ul>
  )
}

export function UsageTable({ usage: { series, columns }, measure, sayTime }: UsageTableProps) {
  const used = columns.filter(({ total }) => total > 0)
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-quiet">As a table</summary>
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="usage as a table">
        <table className="w-full text-left tabular-nums">
          <thead className="text-xs text-quiet">
            <tr>
              {['When', ...series.map(({ name }) => name), 'Total'].map((head) => (
                <th key={head} scope="col" data-foreign className="py-1 pr-3 font-medium">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {used.map(({ atMs, values, total }) => (
              <tr key={atMs} className="border-t border-line/60">
                <th scope="row" className="py-1 pr-3 font-normal whitespace-nowrap">
                  {sayTime(atMs)}
                </th>
                {[...values, total].map((value, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- a number belongs to the series at its place
                  <td key={index} className="py-1 pr-3">
                    {describeAmount(measure, value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
