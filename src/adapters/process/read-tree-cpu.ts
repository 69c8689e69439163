// What the processes that a process has started since some moment have used of the processors: a tool that builds or tests uses a
// lot, one that waits for ever uses nothing.
import { readdirSync, readFileSync } from 'node:fs'

/** The kernel's unit in /proc, on every machine that Node runs on. */
const TICK_MS = 10
/** A tool is told of a moment after its process began, and the kernel counts from the boot in whole seconds. */
const EARLY_MS = 2000
/** A tree of more is busy in any case. */
const PROCESSES_MAX = 2000

/** Null where the system does not tell. */
export function readTreeCpu(pid: number, sinceMs: number): number | null {
  if (process.platform !== 'linux') return null
  try {
    const [, bootSec] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
    const sinceTicks = (sinceMs - EARLY_MS - Number(bootSec) * 1000) / TICK_MS
    let ticks = 0
    const left = [pid]
    for (let seen = 0; left.length > 0 && seen < PROCESSES_MAX; seen += 1) {
      const next = left.pop() ?? 0
      left.push(...childrenOf(next))
      ticks += ticksOf(next, sinceTicks)
    }
    return ticks * TICK_MS
  } catch {
    return null // there is no /proc that could be read
  }
}

/** With what its own have used that have ended since; 0 for one that began earlier. */
function ticksOf(pid: number, sinceTicks: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold anything; 11 words on, four times follow, and then the start.
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (Number(words[19]) < sinceTicks) return 0
    return words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0)
  } catch {
    return 0 // it ended while we looked
  }
}

/** A thread of its own may have started one. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return [] // it ended while we looked
  }
}
