// tmux servers that a release has started during its rehearsal: they live in a folder of their own, and end with it.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const END_LIMIT_MS = 2000

/** Not in the home: the path of a socket may have a hundred characters only. */
export const terminalsOf = (pid: number) => join(tmpdir(), `cmux-rehearsal-${pid}`)

export function endTerminals(pid: number): void {
  const folder = terminalsOf(pid)
  for (const socket of listSockets(folder))
    try {
      execFileSync('tmux', ['-S', socket, 'kill-server'], { timeout: END_LIMIT_MS, stdio: 'ignore' })
    } catch {
      // It is gone already: a socket outlives its server.
    }
  rmSync(folder, { recursive: true, force: true })
}

function listSockets(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isSocket())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return [] // none was made
  }
}
