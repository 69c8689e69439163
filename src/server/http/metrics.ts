// Prometheus metrics of this server, in a registry of their own.
import { Receipt, type MailLedger } from '../../protocol/messages/message.ts'
import type { MetricSample } from '../../protocol/machine/metrics.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { addSampleGauges } from './sample-gauges.ts'

export interface Metrics {
  readonly contentType: string
  render(): Promise<string>
  countRequest(route: string, method: string, status: number, seconds: number): void
  countEvents(count: number): void
}

const LATENCY_BUCKETS_SEC = [0.001, 0.005, 0.02, 0.1, 0.5, 2]

interface Observed {
  readonly streams: () => number
  readonly sequence: () => Promise<number>
  readonly mail: () => Promise<MailLedger>
  readonly sample: () => MetricSample | undefined
}

export function makeMetrics(observe: Observed): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'cmux_http_request_seconds',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: LATENCY_BUCKETS_SEC,
    registers,
  })
  const events = new Counter({ name: 'cmux_events_written_total', help: 'Events written', registers })
  addGauge(registry, 'cmux_streams_open', 'Open event streams', observe.streams)
  addGauge(registry, 'cmux_event_sequence', 'The newest sequence number of the history', observe.sequence)
  addMail(registry, observe.mail)
  addSampleGauges(registry, observe.sample)
  return {
    contentType: registry.contentType,
    render: () => registry.metrics(),
    countRequest: (route, method, status, seconds) => requests.observe({ route, method, status }, seconds),
    countEvents: (count) => events.inc(count),
  }
}

function addGauge(
  registry: Registry,
  name: string,
  help: string,
  observe: () => number | Promise<number>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => gauge.set(await observe()),
  })
}

/** Where every message is; what was hidden because it came twice; how old the oldest is that waits. */
function addMail(registry: Registry, count: () => Promise<MailLedger>): void {
  const messages: Gauge<'receipt'> = new Gauge({
    name: 'cmux_messages',
    help: 'Messages by their receipt',
    labelNames: ['receipt'],
    registers: [registry],
    async collect() {
      const ledger = await count()
      for (const receipt of Receipt.options) messages.set({ receipt }, ledger[receipt])
    },
  })
  addGauge(
    registry,
    'cmux_message_duplicates_hidden',
    'Messages that came twice and were shown once',
    async () => (await count()).duplicatesHidden,
  )
  addGauge(
    registry,
    'cmux_message_oldest_waiting_seconds',
    'Age of the oldest message that has not reached its agent',
    async () => (await count()).oldestWaitingSec ?? 0,
  )
}
