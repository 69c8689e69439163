// What macOS tells of its memory by `vm_stat`, as text. Pure.

/** `vm_stat`: what is free, or could be had at once, is not in use. */
export function parseVmStat(text: string, totalBytes: number): { usedBytes: number; totalBytes: number } {
  const pageBytes = Number(/page size of (\d+) bytes/.exec(text)?.[1] ?? 4096)
  const pages = (name: string) => Number(new RegExp(`^Pages ${name}:\\s+(\\d+)`, 'm').exec(text)?.[1] ?? 0)
  const available = pages('free') + pages('inactive') + pages('speculative') + pages('purgeable')
  return { usedBytes: Math.max(0, totalBytes - available * pageBytes), totalBytes }
}
