// Mail between the owner and an agent that somebody has yet to read: from it, and for it.
import type { Message } from '../../protocol/message.ts'
import { useRoute } from '../data/use-route.ts'
import { Badge } from '../ui/badge.tsx'

const NOT_THERE_YET: ReadonlySet<Message['receipt']> = new Set(['accepted', 'pasted', 'submitted'])
/** More are counted as “so many and more”. */
const COUNTED_MAX = 100

export function AgentMail({ name }: { readonly name: string }) {
  const unread = { unread: 'true', limit: COUNTED_MAX } as const
  const fromIt = useRoute('GET /api/messages', { query: { agent: 'owner', with: name, ...unread } })
  const forIt = useRoute('GET /api/messages', { query: { agent: name, ...unread } })
  const fresh = fromIt.data?.items.length ?? 0
  const waiting = forIt.data?.items.filter(({ receipt }) => NOT_THERE_YET.has(receipt)).length ?? 0
  return (
    <>
      {fresh > 0 && <Badge tone="busy">{count(fresh)} new for you</Badge>}
      {waiting > 0 && <Badge>{count(waiting)} on the way to it</Badge>}
    </>
  )
}

function count(items: number): string {
  return items === COUNTED_MAX ? `${items}+` : String(items)
}
