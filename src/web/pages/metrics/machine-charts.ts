// What the page draws: which series, what it is called, and how its numbers are said.

export interface ChartRow {
  readonly series: string
  readonly title: string
  /** The top of the drawing at least; null: whatever was highest. */
  readonly top: number | null
  readonly say: (value: number) => string
}

const MIB = 1024 ** 2
const sayPercent = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} %`
const sayCount = (value: number) => String(Math.round(value))
const sayMs = (value: number) =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${value.toFixed(value < 10 ? 1 : 0)} ms`
export const sayMib = (bytes: number) =>
  bytes >= 1024 * MIB ? `${(bytes / 1024 / MIB).toFixed(1)} GiB` : `${Math.round(bytes / MIB)} MiB`

export const MACHINE_CHARTS: readonly ChartRow[] = [
  { series: 'cpu', title: 'CPU', top: 100, say: sayPercent },
  { series: 'memory', title: 'Memory', top: 100, say: sayPercent },
  { series: 'disk', title: 'Disk', top: 100, say: sayPercent },
  { series: 'agents', title: 'Agents running', top: null, say: sayCount },
  { series: 'queue', title: 'Queued: messages, notifications, approvals, changes', top: null, say: sayCount },
  { series: 'deliveryMs', title: 'Message delivery time', top: null, say: sayMs },
  { series: 'storeWriteMs', title: 'Database write time', top: null, say: sayMs },
  { series: 'loopDelayMs', title: 'Server event-loop delay', top: null, say: sayMs },
]

export const AGENT_CHARTS: readonly ChartRow[] = [
  { series: 'cpu', title: 'CPU', top: null, say: sayPercent },
  { series: 'memoryBytes', title: 'Memory', top: null, say: sayMib },
]
