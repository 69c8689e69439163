// Servers and safe mode of a watchdog before us that should have gone and did not, since they were stopped: they hold the socket, and
// would wake up into a world that has moved on. Where there is no /proc, `cmux down` finds them.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Called once they have had the time to go by themselves. `spared`: the process that started us, which is above suspicion. Gives what it ended. */
export function endStrangers(home: string, spared: number): number[] {
  return listPids().filter((pid) => pid !== spared && isStranger(home, pid) && end(pid))
}

function end(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch {
    return false // it ended while we looked
  }
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // no such folder on this system
  }
}

function isStranger(home: string, pid: number): boolean {
  const words = readWords(pid)
  return isServerOfOthers(home, words) || (isSafeMode(home, words) && parentOf(pid) !== process.pid)
}

/** The door's name says whose child it is. */
function isServerOfOthers(home: string, words: readonly string[]): boolean {
  const doors = join(home, 'watchdog', 'door-')
  const door = words[words.indexOf('--door') + 1] ?? ''
  return door.startsWith(doors) && !door.startsWith(`${doors}${process.pid}-`)
}

/** It has no door. */
function isSafeMode(home: string, words: readonly string[]): boolean {
  const at = words.indexOf('--home')
  return basename(words[1] ?? '') === 'safe-mode.mjs' && at !== -1 && words[at + 1] === home
}

/** The second field after the program's name, which stands in brackets and may hold anything. */
function parentOf(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return process.pid // it ended while we looked
  }
}

function readWords(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return [] // it ended while we looked
  }
}
