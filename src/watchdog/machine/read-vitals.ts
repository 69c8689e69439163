// How a process does, as Linux tells it. Elsewhere nothing is known, and no wait is excused.
import { readFileSync } from 'node:fs'
import type { Vitals } from '../mind/judge-wait.ts'

/** fsync, fdatasync, msync, sync_file_range, pread, pwrite, preadv, pwritev and ftruncate, by their numbers. */
const DISK_CALLS: Readonly<Partial<Record<NodeJS.Architecture, ReadonlySet<string>>>> = {
  x64: new Set(['74', '75', '26', '277', '17', '18', '295', '296', '77']),
  arm64: new Set(['82', '83', '227', '84', '67', '68', '69', '70', '46']),
}
const NS_PER_MS = 1e6
const US_PER_MS = 1000

export function readVitals(pid: number, nowMs: number): Vitals | undefined {
  try {
    const [ranNs = 0, queuedNs = 0] = read(pid, 'schedstat').split(' ').map(Number)
    return {
      atMs: nowMs,
      ranMs: ranNs / NS_PER_MS,
      queuedMs: queuedNs / NS_PER_MS,
      isInDisk: isInDisk(pid),
      memoryStallMs: readMemoryStall(),
    }
  } catch {
    return undefined // it is gone, or this is not Linux
  }
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')

/** A stopped one is not: it waits for whoever stopped it. */
function isInDisk(pid: number): boolean {
  const stat = read(pid, 'stat')
  const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
  if (state === 'D') return true
  return state !== 'T' && DISK_CALLS[process.arch]?.has(readCall(pid)) === true
}

/** The number of the system call that it is in. Not everybody may know of a process that is not a child. */
function readCall(pid: number): string {
  try {
    return read(pid, 'syscall').split(' ', 1)[0] ?? ''
  } catch {
    return ''
  }
}

/** 0 on a kernel that does not measure it. */
function readMemoryStall(): number {
  try {
    const pressure = readFileSync('/proc/pressure/memory', 'utf8')
    return Number(/^some .*total=(\d+)/m.exec(pressure)?.[1] ?? 0) / US_PER_MS
  } catch {
    return 0
  }
}
