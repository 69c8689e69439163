// Ends every process of a run and removes its mounts, tmux sockets and files, however the run ended.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findMountsOf, findProcessesOf, type Leftover } from './find-leftovers.ts'

const ROUNDS_MAX = 100
const END_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 20

/** Returns the processes that were still there. */
export async function clearRun(folder: string): Promise<readonly Leftover[]> {
  const ended = freeze(folder)
  for (const { pid } of ended) signal(pid, 'SIGKILL')
  const deadline = Date.now() + END_LIMIT_MS
  while (findProcessesOf(folder).length > 0 && Date.now() < deadline) await sleep(LOOK_EVERY_MS)
  for (const mount of findMountsOf(folder)) spawnSync('umount', ['--lazy', mount])
  for (const socket of ended.flatMap(tmuxSocketOf)) rmSync(socket, { force: true })
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  return ended
}

/** Stops all of them before it ends any: cmux's processes bring each other back. A round that finds no new one is the last. */
function freeze(folder: string): Leftover[] {
  const stopped = new Map<number, Leftover>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const found = findProcessesOf(folder).filter(({ pid }) => !stopped.has(pid))
    if (found.length === 0) break
    for (const leftover of found) {
      signal(leftover.pid, 'SIGSTOP')
      stopped.set(leftover.pid, leftover)
    }
  }
  return [...stopped.values()]
}

/** A tmux server that is killed leaves its socket behind. */
function tmuxSocketOf({ command }: Leftover): string[] {
  const name = /^tmux\b.* -L (\S+)/.exec(command)?.[1]
  if (name === undefined) return []
  return [join(process.env['TMUX_TMPDIR'] ?? '/tmp', `tmux-${process.getuid?.() ?? 0}`, name)]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
