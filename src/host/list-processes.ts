// Every process of this machine with its words, as the system itself tells it.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessInfo {
  readonly pid: number
  readonly args: readonly string[]
}

const PS_LIMIT_MS = 5000

export function listProcesses(): ProcessInfo[] {
  return process.platform === 'linux' ? listFromProc() : listFromPs()
}

function listFromProc(): ProcessInfo[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const args = readArguments(name)
      return args.length > 0 ? [{ pid: Number(name), args }] : []
    })
}

function readArguments(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return [] // it ended while we looked
  }
}

function listFromPs(): ProcessInfo[] {
  const table = execFileSync('ps', ['-axww', '-o', 'pid=,args='], { encoding: 'utf8', timeout: PS_LIMIT_MS })
  return table.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line)
    return match ? [{ pid: Number(match[1]), args: (match[2] ?? '').split(' ') }] : []
  })
}
