// Whether a process has a terminal: the system takes it away from everyone in it when whoever held the other end is gone.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PS_LIMIT_MS = 2000

/** True also when it can't be told: who may have a terminal is left alone. */
export function hasTerminal(pid: number): boolean {
  try {
    return process.platform === 'linux' ? readFromProc(pid) : readFromPs(pid)
  } catch {
    return true // it ended while we looked, or nobody says
  }
}

function readFromProc(pid: number): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program's name stands in brackets and may hold anything; state, parent, group, session and terminal follow.
  const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return words[4] !== '0'
}

function readFromPs(pid: number): boolean {
  const said = execFileSync('ps', ['-o', 'tty=', '-p', String(pid)], {
    encoding: 'utf8',
    timeout: PS_LIMIT_MS,
  })
  return !said.trim().startsWith('?')
}
