// What a hook or a transcript told becomes what we know of the agent's turn. Pure; the caller keeps it.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { TurnSight } from '../agents/agent-record.ts'
import type { HookNews } from '../agents/runtime.ts'

type Said = Pick<TurnSight, 'turn' | 'says'>

/** The turn after these news, or the one before when they say nothing of it. */
export function takeNews(
  before: TurnSight | null,
  news: readonly HookNews[],
  source: TurnSight['source'],
  at: Timestamp,
): TurnSight | null {
  let turn = before
  for (const item of news) {
    const said = sayOf(item)
    if (!said) continue
    turn = { ...said, source, at, ...countRepeats(turn, item) }
  }
  return turn
}

function sayOf(item: HookNews): Said | undefined {
  switch (item.kind) {
    case 'session':
      // A compaction happens in the middle of a turn as well: it says nothing of whether the turn goes on.
      return item.source === 'compact' ? undefined : { turn: 'idle', says: `session begins (${item.source})` }
    case 'turn started':
      return { turn: 'working', says: 'took a prompt' }
    case 'tool started':
      return { turn: 'working', says: `uses ${item.tool}` }
    case 'tool ended':
      return { turn: 'working', says: item.failure === null ? `used ${item.tool}` : `${item.tool} failed` }
    case 'waiting':
      return { turn: 'waiting', says: redactSecrets(`asks (${item.dialog.kind}): ${item.dialog.text}`) }
    case 'turn ended':
      return { turn: 'idle', says: describeTurnEnd(item) }
    case 'idle':
      return { turn: 'idle', says: 'waits for input' }
    case 'compaction':
      return item.phase === 'before' ? { turn: 'working', says: 'shortens its conversation' } : undefined
    case 'subagent':
    case 'session ended':
    case 'usage':
    default:
      return undefined
  }
}

function describeTurnEnd({ failure, background }: Extract<HookNews, { kind: 'turn ended' }>): string {
  if (failure !== null) return redactSecrets(`its turn failed: ${failure}`)
  return background > 0 ? `ended its turn; ${background} in the background` : 'ended its turn'
}

/** The same call with the same input counts up; anything else that is a step begins anew. */
function countRepeats(before: TurnSight | null, item: HookNews): Pick<TurnSight, 'repeats' | 'lastCall'> {
  const known = { repeats: before?.repeats ?? 0, lastCall: before?.lastCall ?? '' }
  if (item.kind === 'turn started') return { repeats: 0, lastCall: '' }
  if (item.kind !== 'tool started') return known
  // Kept with the agent: without what is secret in it two calls can still be told apart.
  const call = redactSecrets(`${item.tool} ${JSON.stringify(item.input)}`).slice(0, CALL_MAX_CHARS)
  return call === known.lastCall
    ? { repeats: known.repeats + 1, lastCall: call }
    : { repeats: 1, lastCall: call }
}

/** Enough to tell two calls apart. */
const CALL_MAX_CHARS = 2000
