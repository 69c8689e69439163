// A fault can let a test leave servers, agents and tmux behind. They name the folder that they were started for.
import { readdirSync, readFileSync } from 'node:fs'

const ROUNDS_MAX = 20

/** Ends every process whose command line or environment names the folder, until a look finds none. */
export function endProcessesOf(folder: string): void {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const found = listProcessesOf(folder)
    if (found.length === 0) return
    for (const pid of found) end(pid)
  }
}

function listProcessesOf(folder: string): number[] {
  return listPids().filter((pid) => {
    if (pid === process.pid) return false
    return [`/proc/${pid}/cmdline`, `/proc/${pid}/environ`].some((path) => read(path).includes(folder))
  })
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // no such folder on this system
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // it ended while we looked, or belongs to another user
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
