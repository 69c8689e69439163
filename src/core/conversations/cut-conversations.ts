// Conversations are not kept for ever: so many entries of each agent, and none older than so many days.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'

interface HistoryLimits {
  readonly keepEntries: number
  readonly keepDays: number
}

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly limits: HistoryLimits
}

const DAY_MS = 86_400_000

/** Each agent in a transaction of its own: others wait behind it. */
export async function cutConversations({ store, clock, limits }: Deps): Promise<void> {
  const since = timestampFromMs(Math.max(0, clock.nowMs() - limits.keepDays * DAY_MS))
  for (const agent of (await store.read.conversations.counts()).keys())
    await store.write(async ({ agents, conversations, events }) => {
      const entries = await conversations.cut(agent, { newest: limits.keepEntries, since })
      if (entries === 0) return
      // One that was removed is known by its id alone.
      const name = (await agents.byId(agent))?.name ?? agent
      await events.append({ type: 'conversation.cut', actor: 'system', data: { agent: name, entries } })
    })
}
