// Sees to it that a turn that somebody ended is over: presses the key again while it goes on, so that a crash after the word and
// a key that was not heard change nothing; and clears what the program has put back into its prompt.
import type { AgentId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Key } from '../terminals/terminals.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord, Interrupt } from '../agents/agent-record.ts'
import type { AgentSight } from '../agents/agent-sight.ts'
import { isBeingInterrupted } from '../agents/is-being-interrupted.ts'
import { decideInterrupt } from './decide-interrupt.ts'

export interface InterruptKeeper {
  settle(sight: AgentSight): Promise<void>
}

/** Two at once mean something else to Claude Code, and are one to OpenCode. */
const AGAIN_MS = 1000
/** A line each. */
const CLEAR_KEYS: readonly Key[] = Array<Key>(20).fill('C-u')

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'terminals' | 'runtimes'>

export function makeInterruptKeeper({ store, clock, terminals, runtimes }: Deps): InterruptKeeper {
  const pressedMs = new Map<AgentId, number>()
  const note = ({ id }: AgentRecord, { at }: Interrupt) =>
    store.write(async ({ agents }) => {
      const interrupt = (await agents.byId(id))?.interrupt
      const settledAt = timestampFromMs(clock.nowMs())
      // Another one may have been asked for since.
      if (interrupt?.at === at) await agents.change(id, { interrupt: { ...interrupt, settledAt } })
    })
  return {
    async settle({ record, pane }) {
      const { id, interrupt, runtime, paused } = record
      if (!interrupt || !isBeingInterrupted(record)) return
      const nowMs = clock.nowMs()
      const askedMs = Date.parse(interrupt.at)
      const pressMs = clock.monotonicMs()
      if (nowMs - askedMs < AGAIN_MS || pressMs - (pressedMs.get(id) ?? -AGAIN_MS) < AGAIN_MS) return
      const { interruptKeys, readScreen } = runtimes[runtime]
      const { lines } = await terminals.capture(pane.id)
      const next = decideInterrupt(readScreen(lines), interrupt, nowMs - askedMs)
      if (next === 'settle') return note(record, interrupt)
      // A pause presses keys of its own.
      if (next === 'wait' || (next === 'interrupt' && paused)) return
      pressedMs.set(id, pressMs)
      await terminals.press(pane.id, next === 'clear' ? CLEAR_KEYS : interruptKeys)
    },
  }
}
