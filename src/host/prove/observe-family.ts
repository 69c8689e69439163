// The processes of a home that serve: the watchdog, the server that leads, and the one that waits.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProcesses, PROGRAMS } from '../find-processes.ts'
import { readInstance } from '../read-instance.ts'

export interface Family {
  readonly watchdog: number
  readonly leader: number
  readonly standby: number
}

/** Undefined unless there is one of each, and both servers have loaded. */
export function observeFamily(home: string): Family | undefined {
  const [watchdog, ...others] = findProcesses(home, [PROGRAMS.watchdog])
  const servers = findProcesses(home, [PROGRAMS.server])
  const leader = readInstance(home)?.pid
  const standby = servers.find((pid) => pid !== leader)
  if (watchdog === undefined || leader === undefined || standby === undefined) return undefined
  if (others.length > 0 || servers.length !== 2 || !servers.includes(leader)) return undefined
  return countDoors(home, watchdog) === 2 ? { watchdog, leader, standby } : undefined
}

/** A server opens its private door when it has loaded. */
function countDoors(home: string, watchdog: number): number {
  return readdirSync(join(home, 'watchdog')).filter((name) => name.startsWith(`door-${watchdog}-`)).length
}
