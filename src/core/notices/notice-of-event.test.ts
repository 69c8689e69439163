import { describe, expect, test } from 'vitest'
import { noticeOfEvent, NOTICE_TYPES } from './notice-of-event.ts'

const ask = (type: string, data: Record<string, unknown> = {}, actor = 'system') =>
  noticeOfEvent({ type, data, actor })

const ID = 'apr_1'

describe('of each event', () => {
  test.each([
    [
      'approval.asked',
      { id: ID, agent: 'anna', title: 'Bash: git push', why: 'it leaves this machine' },
      {
        kind: 'approval',
        urgency: 'high',
        matter: `approval:${ID}`,
        title: 'anna asks: Bash: git push',
        text: 'it leaves this machine',
        link: `/approvals/${ID}`,
        approval: ID,
      },
    ],
    [
      'approval.decided',
      { id: ID, title: 'Bash: git push', state: 'denied', reason: 'not today' },
      {
        kind: 'approval-decided',
        urgency: 'high',
        matter: `approval-decided:${ID}`,
        title: 'denied: Bash: git push',
        text: 'by human:slack:ada\nnot today',
        link: `/approvals/${ID}`,
        follows: `approval:${ID}`,
      },
    ],
    [
      'change.moved',
      {
        id: 'chg_1',
        project: 'shop',
        from: 'soaking',
        to: 'rolled_back',
        note: 'sick',
        description: 'better',
      },
      {
        kind: 'change',
        urgency: 'high',
        matter: 'change:chg_1:rolled_back',
        title: 'change to shop was rolled back: better',
        text: 'sick\nSee: cmux improve show chg_1',
        link: '/changes/chg_1',
      },
    ],
    [
      'change.planned',
      { id: 'chg_1', project: 'shop', description: 'better', tier: 'safe', files: 1 },
      {
        kind: 'change',
        urgency: 'normal',
        matter: 'change:chg_1:planned',
        title: 'change to shop was drafted: better',
        text: 'See: cmux improve show chg_1',
        link: '/changes/chg_1',
      },
    ],
    [
      'change.moved',
      { id: 'chg_1', project: 'shop', from: 'adopting', to: 'good', description: 'better' },
      {
        kind: 'change',
        urgency: 'normal',
        matter: 'change:chg_1:good',
        title: 'change to shop is merged: better',
        text: 'See: cmux improve show chg_1',
        link: '/changes/chg_1',
      },
    ],
    [
      'agent.needs_person',
      { agent: 'anna', why: 'it died 5 times', hint: 'cmux agent restart anna' },
      {
        kind: 'agent-needs-person',
        urgency: 'high',
        matter: 'agent-needs-person:anna',
        title: 'anna needs a person',
        text: 'it died 5 times\ncmux agent restart anna',
        link: '/agents/anna',
      },
    ],
    [
      'message.moved',
      { id: 'msg_1', to: 'anna', receipt: 'dead', says: 'it was removed' },
      {
        kind: 'dead-letter',
        urgency: 'normal',
        matter: 'dead-letter:anna',
        title: 'a message to anna could not be delivered',
        text: 'it was removed\nSee: cmux message show msg_1',
        link: '/chat',
      },
    ],
    [
      'watchdog.acted',
      {
        record: 'r',
        kind: 'safe mode',
        detail: { at: 'now', cause: 'hung', faults: ['no disk', 'no home'] },
      },
      {
        kind: 'recovery',
        urgency: 'high',
        matter: 'recovery:safe mode',
        title: 'safe mode: no release is healthy',
        text: 'cause: hung; faults: no disk, no home\nSee: cmux status',
        link: '/health',
      },
    ],
    [
      'release.rehearsed',
      { release: 'r1', passed: false, failed: { leg: 'forward', check: 'health', detail: 'no answer' } },
      {
        kind: 'release',
        urgency: 'high',
        matter: 'release:r1',
        title: 'release r1 failed its rehearsal',
        text: 'health: no answer\nSee: cmux release rehearsal r1',
        link: '/health',
      },
    ],
    [
      'budget.used_up',
      { scope: 'agent:anna', per: 'day', kind: 'tokens', used: 120, limit: 100 },
      {
        kind: 'budget',
        urgency: 'high',
        matter: 'budget:agent:anna:tokens:high',
        title: 'the budget of agent:anna is used up: tokens',
        text: '120 of 100',
        link: '/budgets',
      },
    ],
  ])('[W4] [I10] %s', (type, data, expected) => {
    expect(ask(type, data, 'human:slack:ada')).toEqual(expected)
  })

  test.each([
    ['approval.expired', { id: ID, title: 't' }, 'approval-decided', 'high'],
    ['approval.withdrawn', { id: ID, title: 't', why: 'it ended' }, 'approval-decided', 'high'],
    ['agent.status', { agent: 'anna', to: 'waiting' }, 'agent-asks', 'normal'],
    ['agents.breaker', { dead: 3, all: 4 }, 'agents-breaker', 'high'],
    ['quota.breaker', { agents: ['anna'], all: 1, until: 'then', says: 'limit' }, 'quota', 'high'],
    ['budget.warned', { scope: 'all', kind: 'usd', used: 8, limit: 10 }, 'budget', 'normal'],
    ['task.moved', { id: 't', title: 'x', to: 'input-required', note: 'which?' }, 'task-asks', 'normal'],
    ['task.moved', { id: 't', title: 'x', to: 'failed' }, 'task-done', 'normal'],
    ['task.moved', { id: 't', title: 'x', to: 'completed' }, 'task-done', 'low'],
    ['watchdog.acted', { kind: 'recovered', detail: {} }, 'recovery', 'normal'],
    ['watchdog.acted', { kind: 'swapped', detail: {} }, 'recovery', 'low'],
    ['release.rehearsed', { release: 'r1', passed: true, failed: null }, 'release', 'low'],
    ['frontend.damaged', { files: ['a'] }, 'front-end', 'normal'],
    ['backup.restored', { from: 'bak_1' }, 'restore', 'high'],
    ['service.status', { project: 'shop', to: 'given_up', why: 'x' }, 'service', 'high'],
    ['service.status', { project: 'shop', to: 'sick', why: 'x' }, 'service', 'normal'],
  ] as const)('[W4] %s %j is %s, %s', (type, data, kind, urgency) => {
    expect(ask(type, data)).toMatchObject({ kind, urgency })
  })
})

test.each([
  ['message.moved', { receipt: 'seen' }],
  // It has a row of its own.
  ['alert.raised', { id: 'alr_1', kind: 'agent-silent', title: 'far is silent', count: 1 }],
  ['agent.status', { agent: 'anna', to: 'idle' }],
  ['task.moved', { to: 'working' }],
  ['watchdog.acted', { kind: 'good', detail: {} }],
  ['tool.started', {}],
  ['constructor', {}],
])('[W4] everyday life is not told: %s %j', (type, data) => {
  expect(ask(type, data)).toBeUndefined()
})

test('[W4] nothing is told about notices themselves, so that no failure feeds itself', () => {
  expect(NOTICE_TYPES.filter((type) => type.startsWith('notice'))).toEqual([])
  for (const type of ['notice.dead', 'notice.sent', 'notice.tested']) expect(ask(type)).toBeUndefined()
})
