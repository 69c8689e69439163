// The processes of a home, by what they were started with; a pid in a file may be anybody's by now.
import { basename } from 'node:path'
import { listProcesses } from './list-processes.ts'

/** The programs that stay: the guard, what it guards, and its last resort. */
export const PROGRAMS = { watchdog: 'watchdog.mjs', server: 'server.mjs', safe: 'safe-mode.mjs' } as const

export function findProcesses(home: string, programs: readonly string[] = Object.values(PROGRAMS)): number[] {
  return listProcesses()
    .filter(({ args }) => {
      const at = args.indexOf('--home')
      return args.some((word) => programs.includes(basename(word))) && at !== -1 && args[at + 1] === home
    })
    .map(({ pid }) => pid)
}
