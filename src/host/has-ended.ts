// Whether a process is gone with all that it held. One that nobody has waited for yet holds nothing any more, once the last of its
// threads has ended: until then its port is still open.
import { readdirSync, readFileSync } from 'node:fs'
import { signalProcess } from './signal-process.ts'

export function hasEnded(pid: number): boolean {
  if (process.platform !== 'linux') return !signalProcess(pid, 0)
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name is in brackets, and may have any of its own.
    const isOver = /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
    return isOver && readdirSync(`/proc/${pid}/task`).length <= 1
  } catch {
    return true
  }
}
