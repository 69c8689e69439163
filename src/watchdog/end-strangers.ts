// Servers of a watchdog before us that should have gone and did not, since they were stopped: they hold the socket, and would
// wake up into a world that has moved on. Where there is no /proc, `cmux down` finds them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Called once they have had the time to go by themselves. `spared`: the process that started us, which is above suspicion. Gives what it ended. */
export function endStrangers(home: string, spared: number): number[] {
  const strangers = listPids().filter((pid) => pid !== spared && isStranger(home, pid))
  for (const pid of strangers) process.kill(pid, 'SIGKILL')
  return strangers
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // no such folder on this system
  }
}

/** The door's name says whose child it is. */
function isStranger(home: string, pid: number): boolean {
  const doors = join(home, 'watchdog', 'door-')
  const words = readWords(pid)
  const door = words[words.indexOf('--door') + 1] ?? ''
  return door.startsWith(doors) && !door.startsWith(`${doors}${process.pid}-`)
}

function readWords(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it ended while we looked
  }
}
