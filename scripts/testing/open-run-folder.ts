// The folder under which a run keeps all of its files, and a sweeper that clears it when the run is over.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clearRun } from './clear-run.ts'
import type { Leftover } from './find-leftovers.ts'

export interface RunFolder {
  readonly path: string
  /** Clears the folder, and says which processes the tests had left. */
  close(): Promise<readonly Leftover[]>
}

export function openRunFolder(): RunFolder {
  // A short name: homes lie below it, and the path of a socket in a home may have 107 characters.
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ct-')))
  keepInMemory(path)
  const sweeper = spawn(process.execPath, [join(import.meta.dirname, 'sweeper-main.ts'), path], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  sweeper.unref()
  return {
    path,
    async close() {
      // The sweeper would do the same a second time, and its own command names the folder too.
      sweeper.ref()
      const ended = once(sweeper, 'exit')
      sweeper.kill('SIGKILL')
      await ended
      return clearRun(path)
    },
  }
}

/** More than the files of a run ever weigh together, and what its programs need beside them. */
const MEMORY_MIN_BYTES = 10 * 1024 ** 3

/** Tests make and remove millions of files, which took a third of all time on a disk. Only root can mount; others use the disk. */
function keepInMemory(folder: string): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  if (process.availableMemory() < MEMORY_MIN_BYTES) return
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40%,mode=700', 'cmux-test', folder])
}
