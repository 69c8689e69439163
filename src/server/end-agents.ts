// Ends every agent of a home while no server runs: SIGTERM, a while, SIGKILL, and seen gone. They stay registered, so the
// next start brings them back with their conversations.
import { join } from 'node:path'
import { makeSystemClock } from '../adapters/clock/system-clock.ts'
import { makeAgentProcesses } from '../adapters/process/agent-processes.ts'
import { runProgram } from '../adapters/process/run-program.ts'
import { makeTmuxProgram, socketName, type TmuxProgram } from '../adapters/tmux/tmux-program.ts'
import { makeTmuxTerminals } from '../adapters/tmux/tmux-terminals.ts'
import type { Clock } from '../core/clock.ts'
import type { Pane, Terminals } from '../core/terminals/terminals.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { Settings } from './config.ts'

const LOOK_EVERY_MS = 50
/** SIGKILL is not refused; only a process stuck in the kernel outlives this. */
const KILL_LIMIT_MS = 2000
const TMUX_LIMIT_MS = 5000

/** Resolves with the processes that were ended. */
export async function endAgents({ home, environment, config }: Settings): Promise<number[]> {
  const clock = makeSystemClock()
  const tmux = makeTmuxProgram(socketName(home), environment)
  using terminals = makeTmuxTerminals({ tmux, clock, memoryFile: join(home, 'tmux-server.json') })
  const all = await observe(terminals)
  const ours = all.filter(({ owner }) => owner !== null)
  const pids = ours.filter(({ end }) => end === null).map(({ pid }) => pid)
  const ender = makeEnder(clock)
  if (!(await ender(pids, 'SIGTERM', config.agents.stopSec * 1000)))
    if (!(await ender(pids, 'SIGKILL', KILL_LIMIT_MS)))
      throw new CmuxError('STOP_FAILED', `an agent of ${pids.join(', ')} is still there after SIGKILL`)
  for (const { id } of ours) await terminals.close(id)
  // A window that somebody opened by hand is theirs, and so is the tmux it lives in.
  if (all.length === ours.length) await endTmux(tmux)
  return pids
}

async function observe(terminals: Terminals): Promise<readonly Pane[]> {
  const sight = await terminals.observe()
  if (sight.kind === 'seen') return sight.panes
  throw new CmuxError('TERMINALS_UNAVAILABLE', `nobody knows which agents run: ${sight.reason}`)
}

type Ender = (pids: readonly number[], signal: 'SIGTERM' | 'SIGKILL', limitMs: number) => Promise<boolean>

/** Says whether all of them are gone before the limit. */
function makeEnder(clock: Clock): Ender {
  const processes = makeAgentProcesses()
  return async (pids, signal, limitMs) => {
    const left = () => pids.filter((pid) => processes.isAlive(pid, null))
    for (const pid of left()) processes.signal(pid, signal)
    const deadlineMs = clock.monotonicMs() + limitMs
    while (left().length > 0) {
      if (clock.monotonicMs() > deadlineMs) return false
      await new Promise<void>((resolve) => void clock.after(LOOK_EVERY_MS, resolve))
    }
    return true
  }
}

async function endTmux({ program, args, environment }: TmuxProgram): Promise<void> {
  // When there is none, it says so and that is what we want.
  await runProgram(program, [...args, 'kill-server'], TMUX_LIMIT_MS, { env: environment })
}
