// A page of what somebody got and sent. A name that nobody has is told from one who has no mail.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { AgentName } from '../../protocol/ids.ts'
import type { MessagesQuery } from '../../protocol/messages/message.ts'
import type { Principal } from '../access/principal.ts'
import type { Store } from '../store.ts'
import { inboxOf } from './ack-message.ts'
import type { MessageRecord } from './message-record.ts'
import { nobodyCalled } from './nobody-called.ts'
import { RESERVED_NAMES } from './sender.ts'

interface Page {
  readonly items: MessageRecord[]
  readonly next: string | null
  readonly unread: number
}

type Reader = Pick<Store, 'read'>

export async function listMessages({ read }: Reader, query: MessagesQuery, by: Principal): Promise<Page> {
  const own = inboxOf(by)
  const agent = query.agent ?? own
  if (by.agent !== null && agent !== own)
    throw new CmuxError('FORBIDDEN', `the mail of ${agent} is not yours to read`)
  const items = await read.messages.list({ ...query, agent })
  if (items.length === 0 && agent !== own && !(await isKnown({ read }, agent))) throw nobodyCalled(agent)
  const unread = await read.messages.unread(agent)
  const next = items.length === query.limit ? String(items.at(-1)?.seq) : null
  return { items, next: query.newest ? null : next, unread }
}

/** An agent, or somebody who once wrote or got something: a removed agent, an outside source. */
async function isKnown({ read }: Reader, name: string): Promise<boolean> {
  if (RESERVED_NAMES.has(name)) return true
  const asAgent = AgentName.safeParse(name)
  if (asAgent.success && (await read.agents.byName(asAgent.data))) return true
  const any = { agent: name, after: 0, limit: 1, unread: false, newest: false }
  return (await read.messages.list(any)).length > 0
}
