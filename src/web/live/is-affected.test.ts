import { expect, test } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { isAffected } from './is-affected.ts'

const event = (type: string, data: Record<string, unknown> = {}): Event => ({
  seq: 1,
  type,
  at: '2026-01-01T00:00:00.000Z' as Timestamp,
  actor: 'test',
  data,
})
const ann = { params: { name: 'ann' } }
const request = { params: { id: 'apr_1' } }
const change = { params: { id: 'chg_1' } }
const withAnn = { query: { agent: 'owner', with: 'ann' } }

test.each([
  ['an agent’s status', event('agent.status', { agent: 'ann' }), 'GET /api/agents', {}, true],
  ['an agent’s status', event('agent.status', { agent: 'ann' }), 'GET /api/agents/:name', ann, true],
  ['another agent’s status', event('agent.status', { agent: 'bob' }), 'GET /api/agents/:name', ann, false],
  ['a breaker for all', event('agents.breaker', { dead: 3 }), 'GET /api/agents/:name', ann, true],
  [
    'mail to her',
    event('message.accepted', { from: 'owner', to: 'ann' }),
    'GET /api/messages',
    withAnn,
    true,
  ],
  ['mail of others', event('message.moved', { from: 'bob', to: 'eve' }), 'GET /api/messages', withAnn, false],
  ['a task', event('task.moved', { id: 'tsk_1' }), 'GET /api/tasks', {}, true],
  ['a task', event('task.moved', { id: 'tsk_1' }), 'GET /api/agents', {}, false],
  ['a request', event('approval.asked', { id: 'apr_1', agent: 'ann' }), 'GET /api/approvals', {}, true],
  ['a request', event('approval.asked', { id: 'apr_1', agent: 'ann' }), 'GET /api/next', {}, true],
  ['a decision', event('approval.decided', { id: 'apr_1' }), 'GET /api/approvals/:id', request, true],
  ['another decision', event('approval.decided', { id: 'apr_2' }), 'GET /api/approvals/:id', request, false],
  ['a passphrase', event('approvals.passphrase', { isSet: true }), 'GET /api/approvals', {}, true],
  ['a change', event('change.moved', { id: 'chg_1' }), 'GET /api/improvements', {}, true],
  ['a change', event('change.moved', { id: 'chg_1' }), 'GET /api/improvements/:id', change, true],
  ['another change', event('change.moved', { id: 'chg_2' }), 'GET /api/improvements/:id', change, false],
  [
    'a check that begins',
    event('change.checking', { id: 'chg_1' }),
    'GET /api/improvements/:id',
    { params: { id: 'chg_1' } },
    true,
  ],
  [
    'what a check prints',
    event('change.output', { id: 'chg_1' }),
    'GET /api/improvements/:id',
    { params: { id: 'chg_1' } },
    false,
  ],
  ['a check', event('change.checked', { id: 'chg_1' }), 'GET /api/improvements', {}, false],
  ['a rehearsal', event('release.rehearsed', {}), 'GET /api/releases/:id/rehearsal', {}, true],
  ['a death', event('agent.ended', { agent: 'ann' }), 'GET /api/events', {}, true],
  ['a status', event('agent.status', { agent: 'ann' }), 'GET /api/events', {}, false],
  ['what nobody knows', event('weather.changed'), 'GET /api/status', {}, false],
])('[U1] %s: %s makes %s old or leaves it', (_, happened, route, asked, is) => {
  expect(isAffected(happened, route, asked)).toBe(is)
})
