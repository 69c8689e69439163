// Whether the kernel has killed for want of memory lately, by the kernel's own counter.
import { readFileSync } from 'node:fs'

export interface MemoryKills {
  /** To be called every now and then, so that an old kill is not taken for a new one. */
  look(): void
  /** In the last seconds. */
  wereLately(): boolean
}

/** A process that has much memory takes a while to be gone after its kill was counted. */
const LATELY_MS = 5000

export function makeMemoryKills(count: () => number, nowMs: () => number): MemoryKills {
  let older = count()
  let newer = { count: older, atMs: nowMs() }
  return {
    look() {
      if (nowMs() - newer.atMs < LATELY_MS) return
      older = newer.count
      newer = { count: count(), atMs: nowMs() }
    },
    wereLately: () => count() > older,
  }
}

/** Of our own control group, where there is one; otherwise of the whole machine. 0 where the kernel does not count. */
export function countMemoryKills(): number {
  for (const path of [...groupCounters(read('/proc/self/cgroup')), '/proc/vmstat']) {
    const count = /^oom_kill (\d+)$/m.exec(read(path))?.[1]
    if (count !== undefined) return Number(count)
  }
  return 0
}

/** The files with the counter, of either version of control groups. */
function groupCounters(groups: string): string[] {
  return groups.split('\n').flatMap((line) => {
    const [, controllers, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers === '') return [`/sys/fs/cgroup${path}/memory.events`]
    return controllers === 'memory' ? [`/sys/fs/cgroup/memory${path}/memory.oom_control`] : []
  })
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // not on this kernel
  }
}
