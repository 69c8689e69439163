// Answers to hooks are kept for repeats, and no repeat comes after the longest wait of a hook.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'

type Deps = Pick<AgentDeps, 'clock' | 'store'>

/** A gated tool waits up to an hour for its answer. */
const KEPT_MS = 2 * 3_600_000
const EVERY_MS = 10 * 60_000

/** Called at every look; does something now and then. */
export function makeAnswerForgetter({ store, clock }: Deps): () => Promise<void> {
  let forgotMs = Number.NEGATIVE_INFINITY
  return async () => {
    if (clock.monotonicMs() - forgotMs < EVERY_MS) return
    forgotMs = clock.monotonicMs()
    const before = timestampFromMs(clock.nowMs() - KEPT_MS)
    await store.write(({ agents }) => agents.forgetHookAnswers(before))
  }
}
