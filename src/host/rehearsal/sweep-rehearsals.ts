// What killed rehearsals left behind: a server on a copy, the copy, its terminals; and reports on releases that are gone.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findProcesses } from '../find-processes.ts'
import { listProcesses } from '../list-processes.ts'
import { browserFolder } from './browser/open-browser.ts'
import { endTerminals, TERMINALS_RECORD } from './end-terminals.ts'
import { signalProcess } from '../signal-process.ts'

export function sweepRehearsals(home: string): void {
  const folder = join(home, 'rehearsals')
  if (!existsSync(folder)) return
  const alive = rehearsingPids()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const isRecord = entry.name.endsWith(TERMINALS_RECORD)
    if (isRecord || entry.isDirectory()) {
      const copy = isRecord ? path.slice(0, -TERMINALS_RECORD.length) : path
      const pid = Number(/-(\d+)$/.exec(copy)?.[1])
      if (!alive.includes(pid)) removeCopy(copy)
    } else if (!existsSync(join(home, 'releases', basename(entry.name, '.json'))))
      rmSync(path, { force: true })
  }
}

/** Ends what runs on it first, so that nothing is written into a folder that is being removed. */
export function removeCopy(copy: string): void {
  for (const server of findProcesses(copy)) signalProcess(server, 'SIGKILL')
  endTerminals(copy)
  rmSync(browserFolder(copy), { recursive: true, force: true, maxRetries: 10 })
  rmSync(copy, { recursive: true, force: true, maxRetries: 10 })
}

/** By what they were started with: a pid alone may be anybody's by now. */
function rehearsingPids(): number[] {
  return listProcesses()
    .filter(({ args }) => args.some((word) => basename(word) === 'rehearse.mjs'))
    .map(({ pid }) => pid)
}
