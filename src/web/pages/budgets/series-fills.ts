// The colours of a chart's series, in their order; the name stands beside each in the legend and in the table.

export const SERIES_FILLS: readonly string[] = [
  'fill-series-1',
  'fill-series-2',
  'fill-series-3',
  'fill-series-4',
  'fill-series-5',
]

export const SERIES_DOTS: readonly string[] = [
  'bg-series-1',
  'bg-series-2',
  'bg-series-3',
  'bg-series-4',
  'bg-series-5',
]
