// The machine and cmux itself over time, live; and what each agent takes of it.
import { useState } from 'react'
import { useRoute } from '../../data/use-route.ts'
import { Discrepancies } from '../../health/discrepancies.tsx'
import { INPUT_CLASS } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { AgentLoads } from './agent-loads.tsx'
import { AGENT_CHARTS, MACHINE_CHARTS } from './machine-charts.ts'
import { SeriesChart } from './series-chart.tsx'

const HOUR_MS = 3_600_000
const SPANS = [
  ['1', 'last hour'],
  ['24', 'last 24 hours'],
  ['168', 'last 7 days'],
  ['2160', 'last 90 days'],
] as const
const EVERY_MS = 10_000

export function Metrics() {
  const [hours, setHours] = useState<string>(SPANS[0][0])
  const [agent, setAgent] = useState<string>()
  const every = { everyMs: EVERY_MS, keepsOld: true }
  const machine = useRoute('GET /api/metrics', { query: queryOf(hours) }, every)
  const own = useRoute(
    'GET /api/metrics',
    { query: { ...queryOf(hours), agent } },
    { ...every, enabled: agent !== undefined },
  )
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <div className="flex items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">Machine</h1>
        <select
          aria-label="time"
          value={hours}
          onChange={({ target }) => setHours(target.value)}
          className={`${INPUT_CLASS} max-w-40`}
        >
          {SPANS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {machine.error && <Notice tone="bad" title={machine.error.message} />}
      <Discrepancies />
      {machine.data && (
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {MACHINE_CHARTS.map((row) => (
            <SeriesChart key={row.series} row={row} report={machine.data} />
          ))}
        </div>
      )}
      <AgentLoads latest={machine.data?.latest ?? null} chosen={agent} onChoose={setAgent} />
      {agent !== undefined && own.data && (
        <section aria-label={`resource use of ${agent}`} className="grid gap-3 sm:grid-cols-2">
          {AGENT_CHARTS.map((row) => (
            <SeriesChart key={row.series} row={row} report={own.data} />
          ))}
        </section>
      )}
    </div>
  )
}

/** Whole minutes: the same question, and so the same answer, until the next one. */
function queryOf(hours: string) {
  const minuteMs = 60_000
  const toMs = Math.ceil(Date.now() / minuteMs) * minuteMs
  const from = new Date(toMs - Number(hours) * HOUR_MS).toISOString()
  return { from, to: new Date(toMs).toISOString() }
}
