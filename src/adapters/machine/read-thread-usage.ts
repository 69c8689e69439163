// What our main thread did, and how short of memory this machine is, as Linux counts it. Elsewhere nobody tells.
import { readFileSync } from 'node:fs'
import type { ThreadUsage } from '../../core/health/judge-delay.ts'

const NS_PER_MS = 1e6
const US_PER_MS = 1000

export function readThreadUsage(): ThreadUsage | undefined {
  const [ranNs, queuedNs] = read('/proc/self/schedstat').split(' ').map(Number)
  if (ranNs === undefined || queuedNs === undefined) return undefined
  const stalledUs = Number(/^some .*total=(\d+)/m.exec(read('/proc/pressure/memory'))?.[1] ?? 0)
  return { ranMs: ranNs / NS_PER_MS, queuedMs: queuedNs / NS_PER_MS, memoryStallMs: stalledUs / US_PER_MS }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // not on this kernel
  }
}
