import { describe, expect, test } from 'vitest'
import { RoleName } from '../../protocol/agent.ts'
import type { AgentId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import type { Pane, PaneSight } from '../terminals/terminals.ts'
import { AGENT_LIMITS } from './agent-limits.ts'
import type { AgentRecord } from './agent-record.ts'
import { decideAgents, type AgentsView } from './decide-agents.ts'

const NOW = Date.UTC(2026, 0, 1)
const ago = (ms: number) => timestampFromMs(NOW - ms)
const idOf = (name: string) => `agt_${name}` as AgentId

const record = (name: string, change: Partial<AgentRecord> = {}) =>
  makeAgent(name, {
    createdAt: ago(100_000),
    startedAt: ago(60_000),
    pane: '%1',
    pid: 100,
    statusSince: ago(60_000),
    ...change,
  })

function pane(name: string, change: Partial<Pane> & { generation?: number } = {}): Pane {
  const { generation = 1, ...rest } = change
  return {
    id: '%1',
    owner: { agent: idOf(name), generation },
    title: name,
    pid: 100,
    end: null,
    size: { cols: 80, rows: 24 },
    inCopyMode: false,
    ...rest,
  }
}

const seen = (...panes: Pane[]): PaneSight => ({ kind: 'seen', panes })

const GONE = { isAlive: () => false, hasTerminal: () => true }
const ALIVE = { isAlive: () => true, hasTerminal: () => true }
const STRANDED = { isAlive: () => true, hasTerminal: () => false }
const strandedFor = (ms: number) => ({ eyes: STRANDED, strandedSince: new Map([[idOf('anna'), NOW - ms]]) })

const vagueFor = (ms: number) => ({ vagueSince: new Map([[idOf('anna'), NOW - ms]]) })

function decide(records: AgentRecord[], sight: PaneSight, change: Partial<AgentsView> = {}) {
  const view = {
    records,
    sight,
    restarts: new Map(),
    eyes: GONE,
    deadBefore: new Set<AgentId>(),
    vagueSince: new Map<AgentId, number>(),
    strandedSince: new Map(),
    nowMs: NOW,
  }
  return decideAgents({ ...view, ...change }, AGENT_LIMITS)
}

/** Each action in a word, with whose it is. */
const words = ({ actions }: ReturnType<typeof decide>) =>
  actions.map((action) => `${action.do} ${'record' in action ? action.record.name : action.pane.id}`)

const ENDED = { pane: null, pid: null, startedAt: null } as const

describe('one agent', () => {
  test.each<[string, AgentRecord, PaneSight, Partial<AgentsView>, string[]]>([
    ['runs', record('anna'), seen(pane('anna')), {}, []],
    ['is new', record('anna', { ...ENDED, generation: 0 }), seen(), {}, ['begin anna']],
    ['was being opened when we died', record('anna', { pane: null }), seen(), {}, ['open anna']],
    [
      'was opened, and we died before we wrote it down',
      record('anna', { pane: null }),
      seen(pane('anna')),
      {},
      ['note pane anna'],
    ],
    [
      'was opened and ended, and we died before we wrote it down',
      record('anna', { pane: null }),
      seen(pane('anna', { end: { status: 1, signal: null } })),
      {},
      ['note end anna'],
    ],
    [
      'ended',
      record('anna'),
      seen(pane('anna', { end: { status: 1, signal: null } })),
      {},
      ['note end anna'],
    ],
    [
      'has just ended, and nobody knows how yet',
      record('anna'),
      seen(pane('anna', { end: { status: null, signal: null } })),
      {},
      [],
    ],
    [
      'has ended a look ago, and nobody knows how yet',
      record('anna'),
      seen(pane('anna', { end: { status: null, signal: null } })),
      vagueFor(2999),
      [],
    ],
    [
      'has ended, and nobody will ever know how',
      record('anna'),
      seen(pane('anna', { end: { status: null, signal: null } })),
      vagueFor(3000),
      ['note end anna'],
    ],
    [
      'is being removed, has ended, and nobody will ever know how',
      record('anna', { ending: { why: 'remove', fresh: false, askedAt: ago(9000) } }),
      seen(pane('anna', { end: { status: null, signal: null } })),
      vagueFor(3000),
      ['note end anna'],
    ],
    ['lost its pane', record('anna'), seen(), {}, ['note end anna']],
    ['lost its pane and lives on', record('anna'), seen(), { eyes: ALIVE }, []],
    ['has just lost its terminal', record('anna'), seen(), { eyes: STRANDED }, []],
    ['outlived its terminal for a moment', record('anna'), seen(), strandedFor(4999), []],
    ['outlived its terminal', record('anna'), seen(), strandedFor(5000), ['kill anna']],
    [
      'outlived its terminal, and tmux is silent',
      record('anna'),
      { kind: 'unknown', reason: 'late' },
      strandedFor(5000),
      [],
    ],
    [
      'lost its terminal and is to stop',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(1000) } }),
      seen(),
      strandedFor(1000),
      ['terminate anna'],
    ],
    ['has ended before', record('anna', ENDED), seen(), {}, ['begin anna']],
    [
      'is known to an older database than what runs',
      record('anna', { generation: 1 }),
      seen(pane('anna', { generation: 4, id: '%9' })),
      {},
      ['note pane anna'],
    ],
    [
      'has a pane of an older generation beside its own',
      record('anna', { generation: 2, pane: '%2' }),
      seen(pane('anna', { id: '%1' }), pane('anna', { id: '%2', generation: 2 })),
      {},
      ['close %1'],
    ],
    [
      'was told to stop',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(10) } }),
      seen(pane('anna')),
      {},
      ['terminate anna'],
    ],
    [
      'was told to stop long ago',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(9000) } }),
      seen(pane('anna')),
      {},
      ['kill anna'],
    ],
    ['has stopped', record('anna', { ...ENDED, desired: 'stopped' }), seen(), {}, []],
    [
      'is to be removed and still runs',
      record('anna', { desired: 'stopped', ending: { why: 'remove', fresh: false, askedAt: ago(10) } }),
      seen(pane('anna')),
      {},
      ['terminate anna'],
    ],
    [
      'is to be removed and has ended',
      record('anna', {
        ...ENDED,
        desired: 'stopped',
        ending: { why: 'remove', fresh: false, askedAt: ago(10) },
      }),
      seen(),
      {},
      ['remove anna'],
    ],
    [
      'ended again right after a restart',
      record('anna', ENDED),
      seen(),
      { restarts: new Map([[idOf('anna'), [ago(200)]]]) },
      [],
    ],
    [
      'ended too often',
      record('anna', ENDED),
      seen(),
      { restarts: new Map([[idOf('anna'), [1, 2, 3, 4, 5].map((n) => ago(n * 60_000))]]) },
      ['give up anna'],
    ],
    ['was given up on', record('anna', { ...ENDED, gaveUp: { at: ago(9), why: '' } }), seen(), {}, []],
    [
      'is asked to restart although it ended too often',
      record('anna', { ...ENDED, ending: { why: 'restart', fresh: false, askedAt: ago(10) } }),
      seen(),
      { restarts: new Map([[idOf('anna'), [1, 2, 3, 4, 5].map((n) => ago(n * 1000))]]) },
      ['begin anna'],
    ],
  ])('[A2] [P9] that %s', (_, agent, sight, change, expected) => {
    expect(words(decide([agent], sight, change))).toEqual(expected)
  })
})

test('[A1] a pane that nobody registered is left alone', () => {
  const stray = [pane('nobody'), { ...pane('anna'), owner: null, id: '%5' as const }]
  expect(words(decide([record('anna')], seen(pane('anna'), ...stray)))).toEqual([])
})

const TEN = Array.from({ length: 10 }, (_, index) => `a${index}`)

test('[P9] when tmux does not answer, nobody is touched', () => {
  const records = [
    ...TEN.map((name) => record(name)),
    record('stopping', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(9000) } }),
    record('ended', ENDED),
  ]
  const decision = decide(records, { kind: 'unknown', reason: 'late' })
  expect(words(decision).filter((word) => !word.startsWith('begin'))).toEqual([])
  expect(words(decision)).toEqual([])
})

test('[P9] when half of them look dead at once, a second look must confirm it', () => {
  const records = TEN.map((name) => record(name))
  const first = decide(records, seen())
  expect([first.breaker, words(first)]).toEqual([true, []])
  const second = decide(records, seen(), { deadBefore: first.dead })
  expect(words(second)).toEqual(TEN.map((name) => `note end ${name}`))
})

test('[H13] after all of them ended they come back three at a time, the supervisor first', () => {
  const records = [
    ...TEN.map((name) => record(name, ENDED)),
    record('boss', { ...ENDED, role: RoleName.parse('supervisor') }),
  ]
  expect(words(decide(records, seen()))[0]).toBe('begin boss')
  expect(words(decide(records, seen()))).toHaveLength(3)
  const begun = { startedAt: ago(10), status: 'starting', pane: '%1' } as const
  const started = [record('a0', begun), record('a1', begun), ...records.slice(2)]
  const panes = started.slice(0, 2).map((each) => pane(each.name))
  expect(words(decide(started, seen(...panes))).filter((word) => word.startsWith('begin'))).toHaveLength(1)
})
