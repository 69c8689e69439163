// Whether an agent's turns fail on the quota of its account, from what its hooks tell. Pure.
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord, QuotaSight } from '../agents/agent-record.ts'
import type { HookNews } from '../agents/runtime.ts'

/** How programs name it (Claude Code: rate_limit, billing_error), and what they say with it. */
const QUOTA = /rate.?limit|usage.?limit|quota|billing_error|limit reached|too many requests|\b429\b/i
const SAYS_MAX_CHARS = 300

export function quotaAfter(
  before: AgentRecord['quota'],
  news: readonly HookNews[],
  at: Timestamp,
): QuotaSight | null {
  return news.reduce((sight, item) => {
    if (item.kind === 'waiting' && item.dialog.kind === 'quota') return { at, says: item.dialog.text }
    if (item.kind !== 'turn ended') return sight
    const words = [item.failure, item.lastMessage].filter((text) => text !== null).join(': ')
    if (item.failure === null) return null
    return QUOTA.test(words) ? { at, says: words.slice(0, SAYS_MAX_CHARS) } : sight
  }, before)
}
