// What was used over time, by agent, project, task or model.
import { useMemo, useState } from 'react'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { arrangeUsage, type Measure } from './arrange-usage.ts'
import { UsageChart } from './usage-chart.tsx'
import { UsageLegend, UsageTable } from './usage-table.tsx'

const HOUR_MS = 3_600_000
const SPANS = [
  ['24', 'last 24 hours'],
  ['168', 'last 7 days'],
  ['720', 'last 30 days'],
] as const
const MEASURES: readonly (readonly [Measure, string])[] = [
  ['tokens', 'tokens'],
  ['usd', 'money'],
  ['turns', 'turns'],
  ['tools', 'tool calls'],
]
const GROUPINGS = [
  ['agent', 'by agent'],
  ['model', 'by model'],
  ['project', 'by project'],
  ['task', 'by task'],
] as const

type Grouping = (typeof GROUPINGS)[number][0]

export function Usage() {
  const [project] = useProject()
  const [by, setBy] = useState<Grouping>('agent')
  const [hours, setHours] = useState<string>(SPANS[0][0])
  const [measure, setMeasure] = useState<Measure>('tokens')
  // Whole hours: the same question, and so the same answer, until the next one.
  const from = new Date(
    Math.floor(Date.now() / HOUR_MS) * HOUR_MS - (Number(hours) - 1) * HOUR_MS,
  ).toISOString()
  const query = {
    by,
    from,
    step: Number(hours) > 200 ? ('day' as const) : ('hour' as const),
    ...(project !== undefined && { project }),
  }
  const { data, error } = useRoute('GET /api/usage', { query }, { keepsOld: true })
  const usage = useMemo(() => data && arrangeUsage(data, measure), [data, measure])
  const sayTime = data?.step === 'hour' ? sayHour : sayDay
  return (
    <Card title="Usage">
      <div className="mb-3 flex flex-wrap gap-2">
        <Select
          label="measure"
          value={measure}
          options={MEASURES}
          onChoose={(value) => setMeasure(value as Measure)}
        />
        <Select
          label="grouped"
          value={by}
          options={GROUPINGS}
          onChoose={(value) => setBy(value as Grouping)}
        />
        <Select label="time" value={hours} options={SPANS} onChoose={setHours} />
      </div>
      {error && <Notice tone="bad" title={error.message} />}
      {data?.prices.trouble && <Notice tone="worry" title={data.prices.trouble} />}
      {usage && usage.max === 0 && (
        <Empty title="No usage in this period.">
          <p>Usage is counted from the transcripts of the agents as they work.</p>
        </Empty>
      )}
      {usage && usage.max > 0 && (
        <div className="grid gap-3">
          <UsageLegend usage={usage} measure={measure} />
          <UsageChart usage={usage} measure={measure} sayTime={sayTime} />
          <UsageTable usage={usage} measure={measure} sayTime={sayTime} />
          {measure === 'usd' && data && (
            <p className="text-xs text-quiet">
              Prices of {data.prices.date}
              {data.totals.unpricedTokens > 0 &&
                `; ${data.totals.unpricedTokens.toLocaleString('en-US')} tokens have none`}
            </p>
          )}
        </div>
      )}
    </Card>
  )
}

const sayHour = (atMs: number) =>
  new Date(atMs).toLocaleString(undefined, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
/** Days are those of UTC, as budgets count them. */
const sayDay = (atMs: number) =>
  new Date(atMs).toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, words: string])[]
  readonly onChoose: (value: string) => void
}

function Select({ label, value, options, onChoose }: SelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChoose(target.value)}
      className={`${INPUT_CLASS} max-w-40`}
    >
      {options.map(([option, words]) => (
        <option key={option} value={option}>
          {words}
        </option>
      ))}
    </select>
  )
}
