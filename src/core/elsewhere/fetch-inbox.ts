// Mail of an agent elsewhere: it comes for it, since nobody can type it there. What was fetched is seen; only what it confirms
// is never given to it again.
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import { findAgent } from '../agents/find-agent.ts'
import type { Clock } from '../clock.ts'
import type { MessageRecord } from '../mail/message-record.ts'
import { moveMessage } from '../mail/move-message.ts'
import type { Store } from '../store.ts'
import { requireOwn } from './hear-heartbeat.ts'
import { runsHere } from './register-elsewhere.ts'

/** Whole bodies of a megabyte each. */
const AT_ONCE = 10

interface Deps {
  readonly store: Store
  readonly clock: Clock
}

export async function fetchInbox(deps: Deps, name: AgentName, by: Principal): Promise<MessageRecord[]> {
  requireOwn(name, by)
  const record = await findAgent(deps, name)
  if (!record.elsewhere) throw runsHere(record)
  if (record.paused) return []
  const { messages } = deps.store.read
  const unread = await messages.list({ agent: name, unread: true, after: 0, limit: AT_ONCE, newest: false })
  if (unread.length === 0) return []
  const whole = await messages.byIds(unread.map(({ id }) => id))
  if (whole.every(({ receipt }) => receipt === 'seen')) return whole
  return deps.store.write(async (writer) => {
    const at = timestampFromMs(deps.clock.nowMs())
    for (const message of whole)
      if (message.receipt !== 'seen')
        await moveMessage(writer, message, { receipt: 'seen', source: 'agent', says: 'it came for it', at })
    return writer.messages.byIds(whole.map(({ id }) => id))
  })
}
