// What Linux tells in /proc, as text. Pure.

/** The kernel's unit in /proc, on every machine that Node runs on. */
const TICK_MS = 10
const KB = 1024

/** `/proc/stat`: the first line has the times of all processors; the fourth and fifth are idle and waiting for a disk. */
export function parseProcStat(text: string): { busyMs: number; allMs: number } {
  // Guests are counted in the first two already.
  const ticks = (/^cpu\s+(.*)$/m.exec(text)?.[1] ?? '').split(/\s+/).slice(0, 8).map(Number)
  const all = ticks.reduce((sum, value) => sum + value, 0)
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0)
  return { busyMs: (all - idle) * TICK_MS, allMs: all * TICK_MS }
}

/** `/proc/meminfo`: what could be had without swapping is not in use. */
export function parseMeminfo(text: string): { usedBytes: number; totalBytes: number } {
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0) * KB
  const totalBytes = read('MemTotal')
  return { usedBytes: totalBytes - read('MemAvailable'), totalBytes }
}

/** `/proc/PID/stat`; undefined for one that ended while we looked. */
export function parseProcessStat(text: string): { pid: number; parent: number; cpuMs: number } | undefined {
  // The program's name stands in brackets and may hold anything.
  const words = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [pid, parent] = [Number.parseInt(text, 10), Number(words[1])]
  if (!Number.isInteger(pid) || !Number.isInteger(parent)) return undefined
  // Its own time in the program and in the kernel, and that of its children that have ended.
  const ticks = words.slice(11, 15).reduce((sum, word) => sum + Number(word), 0)
  return { pid, parent, cpuMs: ticks * TICK_MS }
}

/** `/proc/PID/status`. */
export function parseResident(text: string): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) * KB
}
