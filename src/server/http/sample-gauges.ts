// The newest sample of the machine as Prometheus gauges: what is not known is not there.
import { Gauge, type Registry } from 'prom-client'
import type { MetricSample } from '../../protocol/machine/metrics.ts'

type Read = (sample: MetricSample) => number | undefined

const GAUGES: readonly (readonly [name: string, help: string, read: Read])[] = [
  ['cmux_machine_cpu_percent', 'Of all processors', ({ cpu }) => cpu],
  ['cmux_machine_memory_percent', 'Of the memory', ({ memory }) => memory],
  ['cmux_disk_percent', 'Of the disk that the home is on', ({ disk }) => disk],
  ['cmux_disk_free_bytes', 'What may still be written there', ({ diskFreeBytes }) => diskFreeBytes],
  ['cmux_agents_living', 'Agents that have a process', ({ agents }) => agents],
  ['cmux_delivery_mean_ms', 'From accepted to submitted', ({ deliveryMs }) => deliveryMs?.mean],
  ['cmux_delivery_max_ms', 'From accepted to submitted', ({ deliveryMs }) => deliveryMs?.max],
  ['cmux_loop_delay_mean_ms', 'How late the event loop was', ({ loopDelayMs }) => loopDelayMs?.mean],
  ['cmux_loop_delay_max_ms', 'How late the event loop was', ({ loopDelayMs }) => loopDelayMs?.max],
  ['cmux_store_write_mean_ms', 'From asked to committed', ({ storeWriteMs }) => storeWriteMs?.mean],
  ['cmux_store_write_max_ms', 'From asked to committed', ({ storeWriteMs }) => storeWriteMs?.max],
]

export function addSampleGauges(registry: Registry, latest: () => MetricSample | undefined): void {
  for (const [name, help, read] of GAUGES) {
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const sample = latest()
        const value = sample && read(sample)
        gauge.reset()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }
  addLabelled(registry, 'cmux_queue', 'queue', 'What waits', () => latest()?.queues)
  const perAgent = (read: (agent: MetricSample['perAgent'][string]) => number) => () => {
    const entries = Object.entries(latest()?.perAgent ?? {})
    return Object.fromEntries(entries.map(([name, agent]) => [name, read(agent)]))
  }
  const cpu = perAgent((agent) => agent.cpu)
  addLabelled(
    registry,
    'cmux_agent_cpu_percent',
    'agent',
    'Of all processors, with all that it has started',
    cpu,
  )
  const memory = perAgent(({ memoryBytes }) => memoryBytes)
  addLabelled(registry, 'cmux_agent_memory_bytes', 'agent', 'With all that it has started', memory)
}

function addLabelled(
  registry: Registry,
  name: string,
  label: string,
  help: string,
  read: () => Readonly<Record<string, number>> | undefined,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      gauge.reset()
      for (const [key, value] of Object.entries(read() ?? {})) gauge.set({ [label]: key }, value)
    },
  })
}
