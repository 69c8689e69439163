// Ends every process that carries a mark in its environment, wherever it went: what has left its group can't shed that.
import { readdir, readFile } from 'node:fs/promises'

const SWEEPS_MAX = 20

/** Where there is no /proc, there is nothing to see. */
export async function endMarked(variable: string, mark: string): Promise<void> {
  for (let round = 0; round < SWEEPS_MAX; round += 1) {
    const found = await findMarked(`${variable}=${mark}`)
    if (found.length === 0) return
    for (const pid of found) killOne(pid)
  }
}

async function findMarked(words: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const marked = await Promise.all(
    pids.map(async (pid) => (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).includes(words)),
  )
  return pids.filter((_, index) => marked[index]).map(Number)
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone meanwhile
  }
}
