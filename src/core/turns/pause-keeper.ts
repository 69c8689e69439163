// Ends the turns of paused agents: again while one is still seen at work, so that a crash after the word, a key that was not
// heard and a turn that began in between change nothing.
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentSight } from '../agents/agent-sight.ts'

export interface PauseKeeper {
  hold(sight: AgentSight): Promise<void>
}

/** OpenCode wants its key twice, and takes two at once for one. */
const AGAIN_MS = 1000

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'terminals' | 'runtimes'>

export function makePauseKeeper({ store, clock, terminals, runtimes }: Deps): PauseKeeper {
  const pressedMs = new Map<AgentId, number>()
  return {
    async hold(sight) {
      const { id, runtime, paused } = sight.record
      const nowMs = clock.monotonicMs()
      if (!paused || !mustInterrupt(sight) || nowMs - (pressedMs.get(id) ?? -AGAIN_MS) < AGAIN_MS) return
      pressedMs.set(id, nowMs)
      if (!paused.cutsTurn)
        await store.write(async ({ agents }) => {
          const current = await agents.byId(id)
          if (current?.paused) await agents.change(id, { paused: { ...current.paused, cutsTurn: true } })
        })
      await terminals.press(sight.pane.id, runtimes[runtime].interruptKeys)
    },
  }
}

/** Keys that end a turn do other things where there is none: on a first-run dialog they end the program. */
export function mustInterrupt({ record, screen }: Pick<AgentSight, 'record' | 'screen'>): boolean {
  // Whether a plain program is at work can't be seen: it is told once.
  if (record.runtime === 'shell') return record.paused?.cutsTurn === false
  const reading = screen?.reading ?? { kind: 'unclear' }
  if (reading.kind === 'dialog') return ['permission', 'question'].includes(reading.dialog.kind)
  return reading.kind === 'working' || (reading.kind === 'unclear' && record.status === 'working')
}
