// A server that answers late, in words for people.
import type { SlowCause, Slowness } from '../health.ts'

const WAITS: Readonly<Record<SlowCause, string>> = {
  disk: 'it waits for the disk',
  memory: 'it waits for memory',
  processor: 'it waits for a processor',
  'own work': 'it is busy with one long piece of work',
  unknown: 'the cause is unknown',
}

export function describeSlowness({ delayMs, cause }: Pick<Slowness, 'delayMs' | 'cause'>): string {
  return `answers up to ${delayMs} ms late: ${WAITS[cause]}`
}
