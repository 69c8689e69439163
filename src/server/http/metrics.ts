// Prometheus metrics of this server, in a registry of their own.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  readonly contentType: string
  render(): Promise<string>
  countRequest(route: string, method: string, status: number, seconds: number): void
  countEvents(count: number): void
}

const LATENCY_BUCKETS_SEC = [0.001, 0.005, 0.02, 0.1, 0.5, 2]

export function makeMetrics(observe: { streams: () => number; sequence: () => Promise<number> }): Metrics {
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
