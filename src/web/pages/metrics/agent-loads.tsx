// What each agent takes of the machine right now, the busiest first; one of them can be chosen to be drawn.
import type { MetricsReport } from '../../../protocol/machine/metrics.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { sayMib } from './machine-charts.ts'

interface AgentLoadsProps {
  readonly latest: MetricsReport['latest']
  readonly chosen: string | undefined
  readonly onChoose: (name: string | undefined) => void
}

export function AgentLoads({ latest, chosen, onChoose }: AgentLoadsProps) {
  const loads = Object.entries(latest?.perAgent ?? {}).toSorted(([, a], [, b]) => b.cpu - a.cpu)
  return (
    <Card title="Agents">
      {loads.length === 0 ? (
        <Empty title={latest ? 'No running agents' : 'No measurements yet'}>
          <p>CPU and memory of running agents show up here.</p>
        </Empty>
      ) : (
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="text-left text-xs text-quiet">
              <th className="py-1 font-normal">agent</th>
              <th className="text-right font-normal">processors</th>
              <th className="text-right font-normal">memory</th>
              <th className="text-right font-normal">processes</th>
            </tr>
          </thead>
          <tbody>
            {loads.map(([name, { cpu, memoryBytes, processes }]) => (
              <tr key={name} className="border-t border-line/60">
                <td className="py-1">
                  <button
                    type="button"
                    aria-pressed={name === chosen}
                    onClick={() => onChoose(name === chosen ? undefined : name)}
                    className={`rounded px-1 hover:underline ${name === chosen ? 'bg-raised font-semibold' : ''}`}
                  >
                    <span data-foreign>{name}</span>
                  </button>
                </td>
                <td className="text-right">{cpu.toFixed(1)} %</td>
                <td className="text-right">{sayMib(memoryBytes)}</td>
                <td className="text-right">{processes}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}
