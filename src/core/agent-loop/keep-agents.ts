// The agents' reconciler: looks, decides, acts, and says what each one does. On a tick that makes it certain, and when
// something happened, which makes it fast.
import type { AgentId, AgentName } from '../../protocol/ids.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { Clock } from '../clock.ts'
import { makeCurrentTaskKeeper } from '../continuity/current-task-keeper.ts'
import { makeCourier } from '../mail/delivery/courier.ts'
import { makeRound } from './make-round.ts'
import { makeScreenWatch } from './screen-watch.ts'

const TICK_MS = 1000
/** However much happens: a look costs a question to tmux. */
const LOOKS_APART_MS = 100

export interface AgentKeeper {
  /** A message came for this agent. */
  mailFor(agent: AgentId): void
  /** Something happened: look soon. */
  wake(): void
  /** Resolves when a look that began after this call is over. */
  settled(): Promise<void>
  /** The end of a move of its workspace; undefined when none is under way. */
  moveOf(agent: AgentName): Promise<void> | undefined
  /** Resolves when nothing of it is under way any more. */
  stop(): Promise<void>
}

export function keepAgents(deps: AgentDeps): AgentKeeper {
  const { clock } = deps
  const stopped = new AbortController()
  let signal = Promise.withResolvers<void>()
  let looks = Promise.withResolvers<void>()
  const wake = () => signal.resolve()
  const screens = makeScreenWatch(deps.terminals, clock, wake)
  const courier = makeCourier({ ...deps, lastOutputMs: screens.lastOutputMs })
  const currentTasks = makeCurrentTaskKeeper(deps)
  const round = makeRound(deps, { screens, courier, currentTasks })

  const loop = async () => {
    let lookedMs = Number.NEGATIVE_INFINITY
    while (!stopped.signal.aborted) {
      const cancelTick = clock.after(TICK_MS, wake)
      await signal.promise
      cancelTick()
      const waitMs = LOOKS_APART_MS - (clock.monotonicMs() - lookedMs)
      if (waitMs > 0) await pause(clock, waitMs)
      signal = Promise.withResolvers<void>()
      const current = looks
      looks = Promise.withResolvers<void>()
      lookedMs = clock.monotonicMs()
      await round().catch((error: unknown) => deps.onError(error, 'looking after the agents'))
      current.resolve()
    }
  }
  const running = loop()
  wake()
  return {
    wake,
    mailFor: (agent) => void courier.attend(agent),
    moveOf: courier.moveOf,
    settled() {
      wake()
      return looks.promise
    },
    async stop() {
      stopped.abort()
      wake()
      await running
      await currentTasks.settled()
      await courier.settled()
      screens[Symbol.dispose]()
    },
  }
}

function pause(clock: Clock, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}
