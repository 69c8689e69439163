// Mail that waits for a person. A dead letter is handled when the owner has confirmed the notice of it (decision 61).
import type { MessageGist } from '../mail/message-table.ts'
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

/** Later, nobody waits for what it said; its notice is mail like any other. */
const DEAD_LETTER_DAYS = 7
const DAY_MS = 86_400_000

export function findDeadLetters(facts: AttentionFacts): Found[] {
  return facts.unread
    .filter((message) => isOfDeadLetter(message, facts))
    .map(({ id, subject, beginning, at }) => ({
      title: subject ?? 'a message could not be delivered',
      detail: firstLine(beginning),
      since: at,
      command: `cmux message show ${id}`,
      link: '/chat',
    }))
}

/** One for each sender: who wrote ten times wants one answer. */
export function findUnread(facts: AttentionFacts): Found[] {
  const bySender = Map.groupBy(
    facts.unread.filter((message) => !isOfDeadLetter(message, facts)),
    ({ from }) => from,
  )
  const names = new Set<string>(facts.agents.map(({ name }) => name))
  return [...bySender].flatMap(([from, messages]) => {
    const [newest] = messages
    if (!newest) return []
    const count = messages.length === 1 ? 'a message' : `${messages.length} messages`
    return {
      title: `${count} from ${from === 'system' ? 'cmux' : from}`,
      detail: newest.subject ?? firstLine(newest.beginning),
      since: messages.at(-1)?.at ?? newest.at,
      command: messages.length === 1 ? `cmux message show ${newest.id}` : 'cmux inbox',
      link: names.has(from) ? `/chat/${from}` : '/chat',
    }
  })
}

function isOfDeadLetter({ id, at }: MessageGist, { nowMs }: AttentionFacts): boolean {
  return id.startsWith('notice:dead:') && nowMs - Date.parse(at) < DEAD_LETTER_DAYS * DAY_MS
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? ''
