import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { composeStatusLine } from './compose-status-line.ts'

const AT = timestampFromMs(Date.UTC(2026, 0, 2, 3, 4, 5))
const event = (type: string, data: Event['data']): Event => ({ seq: 17, type, at: AT, actor: 'system', data })

test.each([
  [
    'everyday life',
    event('agent.started', { agent: 'anna', generation: 2 }),
    `${AT} INFO #17 agent.started by=system agent="anna" generation=2\n`,
  ],
  [
    'a state that is none',
    event('task.moved', { id: 'tsk_1', to: 'failed' }),
    `${AT} WARN #17 task.moved by=system id="tsk_1" to="failed"\n`,
  ],
  [
    'what a person should see at once',
    event('agents.breaker', { dead: 3 }),
    `${AT} ERROR #17 agents.breaker by=system dead=3\n`,
  ],
  ['what it does not know', event('constructor', {}), `${AT} INFO #17 constructor by=system\n`],
  ['lines in a value', event('x', { why: 'a\nb' }), `${AT} INFO #17 x by=system why="a\\nb"\n`],
])('[X2] tells %s in one line', (_, told, line) => {
  expect(composeStatusLine(told)).toBe(line)
})

test('[X2] no line is endless, and none has a secret', () => {
  const facts = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, 'v'.repeat(500)]))
  expect(composeStatusLine(event('x', facts)).length).toBeLessThan(1010)
  const token = ['cmux', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v'].join('_')
  expect(composeStatusLine(event('x', { text: `token ${token}` }))).toContain('cmux_[redacted]')
})
