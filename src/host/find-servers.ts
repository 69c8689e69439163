// The processes that serve a home, by what they were started with; a pid in a file may be anybody's by now.
import { basename } from 'node:path'
import { listProcesses } from './list-processes.ts'

export function findServers(home: string): number[] {
  return listProcesses()
    .filter(({ args }) => {
      const at = args.indexOf('--home')
      return args.some((word) => basename(word) === 'server.mjs') && at !== -1 && args[at + 1] === home
    })
    .map(({ pid }) => pid)
}
