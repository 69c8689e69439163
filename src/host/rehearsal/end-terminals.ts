// tmux servers that a release has started during its rehearsal: they live in a folder of their own, and end with it. The folder has a
// name that nobody can foresee, so nobody can put something there before us; which one it is stands beside the copy, in the home.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const END_LIMIT_MS = 2000
export const TERMINALS_RECORD = '.terminals'

/** Not in the home: the path of a socket may have a hundred characters only. */
export function makeTerminals(copy: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-rehearsal-'))
  writeFileSync(`${copy}${TERMINALS_RECORD}`, folder, { mode: 0o600 })
}

/** Undefined when none was made. */
export function readTerminals(copy: string): string | undefined {
  try {
    return readFileSync(`${copy}${TERMINALS_RECORD}`, 'utf8')
  } catch {
    return undefined
  }
}

export function endTerminals(copy: string): void {
  const folder = readTerminals(copy)
  if (folder === undefined) return
  for (const socket of listSockets(folder))
    try {
      execFileSync('tmux', ['-S', socket, 'kill-server'], { timeout: END_LIMIT_MS, stdio: 'ignore' })
    } catch {
      // It is gone already: a socket outlives its server.
    }
  rmSync(folder, { recursive: true, force: true })
  rmSync(`${copy}${TERMINALS_RECORD}`, { force: true })
}

function listSockets(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isSocket())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return [] // somebody has removed it
  }
}
