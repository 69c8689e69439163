import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { describeEvent } from './describe-event.ts'

const event = (type: string, data: Record<string, unknown>): Event => ({
  seq: 1,
  type,
  at: '2026-01-01T00:00:00.000Z' as Timestamp,
  actor: 'owner',
  data,
})

test.each([
  [
    'agent.ended',
    { agent: 'ann', end: 'ended by signal 9', asked: null },
    'ann was killed (signal 9)',
    'bad',
  ],
  ['agent.ended', { agent: 'ann', end: 'exit 0', asked: 'stop' }, 'ann exited: exit 0', 'quiet'],
  ['task.moved', { id: 'tsk_1', title: 'Sing', to: 'completed' }, 'task “Sing” is completed', 'well'],
  [
    'watchdog.acted',
    { kind: 'failed', detail: { cause: 'hung', next: 'restart' } },
    'the server stopped answering; next: restart',
    'bad',
  ],
  [
    'approval.asked',
    { id: 'apr_1', agent: 'ann', title: 'Bash: ls', risk: 'high' },
    'ann asks for approval (high risk): Bash: ls',
    'worry',
  ],
  [
    'approval.decided',
    { id: 'apr_1', title: 'Bash: ls', state: 'denied', reason: 'no' },
    'owner denied: Bash: ls (no)',
    'worry',
  ],
  [
    'tool.refused',
    { agent: 'ann', tool: 'Bash', input: 'rm', why: 'a rule' },
    'ann was denied Bash (a rule): rm',
    'worry',
  ],
  [
    'change.moved',
    { id: 'chg_1', project: 'shop', to: 'rolled_back', note: 'it fell' },
    'change to shop: rolled back: it fell',
    'worry',
  ],
  [
    'change.moved',
    { id: 'chg_1', project: 'shop', to: 'good', note: null, description: 'Say two' },
    'change to shop: merged (“Say two”)',
    'well',
  ],
  [
    'release.rehearsed',
    { release: 'abc', passed: false, failed: { leg: 'back', check: 'starts', detail: 'was never ready' } },
    'release abc failed its rehearsal, back: starts was never ready',
    'bad',
  ],
  ['weather.changed', { to: 'rain' }, 'weather.changed by owner', 'quiet'],
  ['constructor', {}, 'constructor by owner', 'quiet'],
])('[U6] %s %j is said in words', (type, data, text, tone) => {
  expect(describeEvent(event(type, data))).toMatchObject({ text, tone })
})

test('[U6] what an event lacks or has in another shape is left out, and nothing throws', () => {
  expect(describeEvent(event('message.accepted', { from: { a: 1 }, to: null })).text).toBe(' wrote to ')
  expect(describeEvent(event('frontend.damaged', { files: 'none' })).text).toBe(
    'dashboard files were damaged: ',
  )
  expect(describeEvent(event('watchdog.acted', {})).text).toBe('the watchdog: ')
})
