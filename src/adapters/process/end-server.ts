// Ends a server of ours by force, if that is what the pid stands for: a number from a file may be anybody's by now.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PS_LIMIT_MS = 2000

/** True when it was there and got the signal. */
export function endServer(home: string, pid: number): boolean {
  const words = readWords(pid)
  const isOurs =
    words.some((word) => word.endsWith('server.mjs')) && words[words.indexOf('--home') + 1] === home
  if (!isOurs || pid === process.pid) return false
  process.kill(pid, 'SIGKILL')
  return true
}

function readWords(pid: number): string[] {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], {
      encoding: 'utf8',
      timeout: PS_LIMIT_MS,
    })
    return line.trim().split(' ')
  } catch {
    return [] // it is not there
  }
}
