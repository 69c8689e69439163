// Mail that somebody has yet to read: from an agent for the owner, and on the way to it.
import { useRoute } from '../data/use-route.ts'
import { Badge } from '../ui/badge.tsx'

export function AgentMail({ name }: { readonly name: string }) {
  // One question for all agents: each that asks it shares the answer.
  const { data } = useRoute('GET /api/unread', {})
  const mail = data?.items.find(({ agent }) => agent === name)
  if (!mail) return null
  return (
    <>
      {mail.forOwner > 0 && <Badge tone="busy">{mail.forOwner} unread</Badge>}
      {mail.onTheWay > 0 && <Badge>{mail.onTheWay} on the way</Badge>}
    </>
  )
}
