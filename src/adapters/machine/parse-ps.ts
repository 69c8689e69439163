// What macOS tells of its processes by `ps`, as text. Pure.
import type { ProcessLine } from '../../core/metrics/sum-families.ts'

const KB = 1024

/** `ps -axo pid=,ppid=,rss=,time=`: kilobytes, and minutes:seconds with hundredths, or with hours and days before. */
export function parsePs(text: string): ProcessLine[] {
  return text.split('\n').flatMap((line) => {
    const [pid, parent, resident, time] = line.trim().split(/\s+/)
    if (time === undefined) return []
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        memoryBytes: Number(resident) * KB,
        cpuMs: parseCpuTime(time),
      },
    ]
  })
}

function parseCpuTime(text: string): number {
  const [clock = '', days = '0'] = text.split('-').toReversed()
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Math.round((Number(days) * 86_400 + seconds) * 1000)
}
