// When a process began, as the system tells it. A zombie has ended: it only waits to be counted by its parent.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PS_LIMIT_MS = 2000
/** The kernel's unit in /proc, on every machine that Node runs on. */
const TICK_MS = 10

/** Undefined when no such process lives. */
export function readProcessStart(pid: number): number | undefined {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid)
  } catch {
    return undefined // there is no such process, or it ended while we looked
  }
}

function readFromProc(pid: number): number | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name stands in brackets and may hold anything; state and, 19 words on, the start follow.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if ('ZX'.includes(words[0] ?? 'X')) return undefined
  const [, bootSec] = /^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? []
  return Number(bootSec) * 1000 + Number(words[19]) * TICK_MS
}

function readFromPs(pid: number): number | undefined {
  const said = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: PS_LIMIT_MS,
    env: { LC_ALL: 'C' },
  })
  const [state = 'Z', ...began] = said.trim().split(/\s+/)
  return state.startsWith('Z') ? undefined : Date.parse(began.join(' '))
}
