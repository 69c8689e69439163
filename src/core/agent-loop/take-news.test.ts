import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { HookNews } from '../agents/runtime.ts'
import { takeNews } from './take-news.ts'

const AT = timestampFromMs(0)
const USE: HookNews = { kind: 'tool started', id: 't1', tool: 'Bash', input: { command: 'ls' } }
const USED: HookNews = { kind: 'tool ended', id: 't1', tool: 'Bash', failure: null }
const TOOK: HookNews = { kind: 'turn started', prompt: 'go' }
const ENDED: HookNews = { kind: 'turn ended', failure: null, lastMessage: null, background: 0 }
const ASKS: HookNews = { kind: 'waiting', dialog: { kind: 'permission', text: 'ls?' }, tool: 'Bash' }

const after = (...news: HookNews[]) => takeNews(null, news, 'hook', AT)

test.each<[string, HookNews[], string | undefined]>([
  ['nothing', [], undefined],
  ['a prompt', [TOOK], 'working'],
  ['a tool', [TOOK, USE, USED], 'working'],
  ['a question', [TOOK, USE, ASKS], 'waiting'],
  ['an end', [TOOK, USE, USED, ENDED], 'idle'],
  ['a failed turn', [TOOK, { ...ENDED, failure: 'overloaded' }], 'idle'],
  [
    'a cleared conversation',
    [TOOK, { kind: 'session', sessionId: 'b', transcript: null, source: 'clear' }],
    'idle',
  ],
  [
    'a compaction in the middle of a turn',
    [
      TOOK,
      { kind: 'compaction', phase: 'before' },
      { kind: 'session', sessionId: 'a', transcript: null, source: 'compact' },
    ],
    'working',
  ],
  [
    'a subagent that ends after the turn',
    [TOOK, ENDED, { kind: 'subagent', phase: 'ended', id: 's' }],
    'idle',
  ],
])('after %s', (_, news, turn) => {
  expect(after(...news)?.turn).toBe(turn)
})

test('[H9] the same call with the same input counts up; another one, or a new prompt, begins anew', () => {
  const other: HookNews = { ...USE, input: { command: 'pwd' } }
  expect(after(TOOK, USE, USED, USE, USED, USE)?.repeats).toBe(3)
  expect(after(TOOK, USE, USED, USE, USED, other)?.repeats).toBe(1)
  expect(after(TOOK, USE, USED, USE, USED, TOOK)?.repeats).toBe(0)
})
