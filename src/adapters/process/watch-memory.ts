// How much memory a process and all that it has started hold, looked at again and again: who takes too much is ended before the
// machine picks somebody else.
import { readdir, readFile } from 'node:fs/promises'

const LOOK_EVERY_MS = 500
const KB = 1024

/** Calls `onTooMuch` once. The function that it gives back ends the watch. Where there is no /proc, nothing is watched. */
export function watchMemory(pid: number, maxBytes: number, onTooMuch: () => void): () => void {
  let isOver = false
  const look = async () => {
    const used = await measure(pid, maxBytes)
    if (isOver) return
    if (used > maxBytes) onTooMuch()
    else timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  }
  let timer = setTimeout(() => void look(), LOOK_EVERY_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** What several share is counted once, which takes longer to find out: only where it could matter. */
async function measure(pid: number, maxBytes: number): Promise<number> {
  const family = await listFamily(pid)
  const roughly = await sum(family, 'status', /^VmRSS:\s+(\d+)/m)
  return roughly > maxBytes ? sum(family, 'smaps_rollup', /^Pss:\s+(\d+)/m) : roughly
}

async function sum(pids: readonly number[], file: string, pattern: RegExp): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
      return Number(pattern.exec(text)?.[1] ?? 0) * KB
    }),
  )
  return sizes.reduce((total, size) => total + size, 0)
}

async function listFamily(first: number): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      // The name in brackets may have brackets itself.
      return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
    }),
  )
  const family = [first]
  for (const one of family)
    for (const [index, parent] of parents.entries()) if (parent === one) family.push(pids[index] ?? 0)
  return family
}
