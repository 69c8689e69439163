import { describe, expect, test } from 'vitest'
import { RoleName } from '../../protocol/agents/agent.ts'
import type { AgentId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import type { Pane, PaneSight } from '../terminals/terminals.ts'
import { AGENT_LIMITS } from '../agents/agent-limits.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
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

/** For three at a time. */
const ROOM = { cores: 8, availableBytes: 2 * 2 ** 30 }

const GONE = { isAlive: () => false, hasTerminal: () => true }
const ALIVE = { isAlive: () => true, hasTerminal: () => true }
const STRANDED = { isAlive: () => true, hasTerminal: () => false }
const strandedFor = (ms: number) => ({ eyes: STRANDED, strandedSince: new Map([[idOf('anna'), NOW - ms]]) })

const vagueFor = (ms: number) => ({ vagueSince: new Map([[idOf('anna'), NOW - ms]]) })

function decide(
  records: AgentRecord[],
  sight: PaneSight,
  change: Partial<AgentsView> = {},
  limits = AGENT_LIMITS,
) {
  const view = {
    records,
    sight,
    restarts: new Map(),
    eyes: GONE,
    room: ROOM,
    deadBefore: new Set<AgentId>(),
    vagueSince: new Map<AgentId, number>(),
    strandedSince: new Map(),
    nowMs: NOW,
  }
  return decideAgents({ ...view, ...change }, limits)
}

/** Each action in a word, with whose it is. */
const words = ({ actions }: ReturnType<typeof decide>) =>
  actions.map((action) => `${action.do} ${'record' in action ? action.record.name : action.pane.id}`)

/** Each action with all that it says besides. */
const details = ({ actions }: ReturnType<typeof decide>) =>
  actions.map((action) => ({ ...action, ...('record' in action && { record: action.record.name }) }))

const PAUSED = { since: ago(50), by: 'owner', why: null, cutsTurn: false } as const
const restartedAgo = (...agoMs: readonly number[]) => ({
  restarts: new Map([[idOf('anna'), agoMs.map(ago)]]),
})
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
    [
      'was told to stop just as long ago as it may take',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(5000) } }),
      seen(pane('anna')),
      {},
      ['terminate anna'],
    ],
    [
      'is to stop, and was opened all the same',
      record('anna', { desired: 'stopped' }),
      seen(pane('anna')),
      {},
      ['terminate anna'],
    ],
    [
      'is to stop, was opened all the same, and is not written down',
      record('anna', { desired: 'stopped', pane: null }),
      seen(pane('anna')),
      {},
      ['note pane anna'],
    ],
    [
      'lost its terminal long ago and was told to stop a moment ago',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(10) } }),
      seen(),
      strandedFor(5000),
      ['kill anna'],
    ],
    [
      'has just lost its terminal and was told to stop long ago',
      record('anna', { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(5001) } }),
      seen(),
      { eyes: STRANDED },
      ['kill anna'],
    ],
    [
      'ended by a signal, in a pane that is of no use any more',
      record('anna', { desired: 'stopped' }),
      seen(pane('anna', { end: { status: null, signal: 9 } })),
      {},
      ['note end anna'],
    ],
    [
      'ended, is written down, and its pane is still there',
      record('anna', { startedAt: null }),
      seen(pane('anna', { end: { status: 1, signal: null } })),
      {},
      ['begin anna'],
    ],
    ['is paused and has ended', record('anna', { ...ENDED, paused: PAUSED }), seen(), {}, ['begin anna']],
    [
      'is paused, has ended, and would begin its work anew',
      record('anna', { ...ENDED, paused: PAUSED, runtime: 'shell' }),
      seen(),
      {},
      [],
    ],
    [
      'begins its work anew and is not paused',
      record('anna', { ...ENDED, runtime: 'shell' }),
      seen(),
      {},
      ['begin anna'],
    ],
    [
      'is not to be started while it is paused',
      record('anna', { ...ENDED, paused: { ...PAUSED, holdsStarts: true } }),
      seen(),
      {},
      [],
    ],
    [
      'is not to be started while it is paused, and is asked to restart',
      record('anna', {
        ...ENDED,
        paused: { ...PAUSED, holdsStarts: true },
        ending: { why: 'restart', fresh: false, askedAt: ago(10) },
      }),
      seen(),
      {},
      ['begin anna'],
    ],
    [
      'is new and is not to run',
      record('anna', { ...ENDED, generation: 0, desired: 'stopped' }),
      seen(),
      {},
      [],
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
    // The clock was set back by an hour since.
    [
      'ended again after restarts that lie ahead',
      record('anna', ENDED),
      seen(),
      restartedAgo(-3_600_000),
      ['begin anna'],
    ],
    ['ended again, and its wait is over', record('anna', ENDED), seen(), restartedAgo(1000), ['begin anna']],
    ['ended again, and its wait is almost over', record('anna', ENDED), seen(), restartedAgo(999), []],
    [
      'ended a third time, and waits for longer',
      record('anna', ENDED),
      seen(),
      restartedAgo(90_000, 2999),
      [],
    ],
    [
      'ended a third time, and its wait is over',
      record('anna', ENDED),
      seen(),
      restartedAgo(3000, 90_000),
      ['begin anna'],
    ],
    [
      'ended a fifth time, which is one too few',
      record('anna', ENDED),
      seen(),
      restartedAgo(30_000, 40_000, 50_000, 60_000),
      ['begin anna'],
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

test.each([
  [4999, []],
  [5000, ['begin anna']],
])('[A2] the last wait holds for all further restarts: %i ms after the third', (agoMs, expected) => {
  const limits = { ...AGENT_LIMITS, backOffMs: [0, 5000] }
  const change = restartedAgo(agoMs, 60_000, 70_000)
  expect(words(decide([record('anna', ENDED)], seen(), change, limits))).toEqual(expected)
})

describe('an action', () => {
  const end = { status: 1, signal: null }
  const STOPPING = { desired: 'stopped', ending: { why: 'stop', fresh: false, askedAt: ago(10) } } as const
  const REMOVED = { ...ENDED, desired: 'stopped', ending: { ...STOPPING.ending, why: 'remove' } } as const
  const RESTART = { ...ENDED, ending: { ...STOPPING.ending, why: 'restart' } } as const

  test.each<[string, AgentRecord, PaneSight, Partial<AgentsView>, object]>([
    [
      'for a new one says that it was asked for',
      record('anna', { ...ENDED, generation: 0 }),
      seen(),
      {},
      { do: 'begin', why: 'spawned', asked: true },
    ],
    [
      'for a restart says so',
      record('anna', RESTART),
      seen(),
      {},
      { do: 'begin', why: 'restart', asked: true },
    ],
    [
      'for one that had ended says that nobody asked',
      record('anna', ENDED),
      seen(),
      {},
      { do: 'begin', why: 'it had ended', asked: false },
    ],
    [
      'for an end says how, and of which start',
      record('anna'),
      seen(pane('anna', { end, generation: 3 })),
      {},
      { do: 'note end', generation: 3, end: 'ended with status 1' },
    ],
    [
      'for a pane that is gone says so',
      record('anna', { generation: 2 }),
      seen(),
      {},
      { do: 'note end', generation: 2, end: 'its pane is gone' },
    ],
    [
      'for a pane says which',
      record('anna', { pane: null }),
      seen(pane('anna')),
      {},
      { do: 'note pane', pane: pane('anna') },
    ],
    [
      'that ends a process says which',
      record('anna', STOPPING),
      seen(pane('anna')),
      {},
      { do: 'terminate', pid: 100 },
    ],
    ['that kills a process says which', record('anna'), seen(), strandedFor(5000), { do: 'kill', pid: 100 }],
    ['that removes it without a pane', record('anna', REMOVED), seen(), {}, { do: 'remove', pane: null }],
    [
      'that removes it with its pane',
      record('anna', REMOVED),
      seen(pane('anna', { end })),
      {},
      { do: 'remove', pane: pane('anna', { end }) },
    ],
  ])('[A2] %s', (_, agent, sight, change, expected) => {
    expect(details(decide([agent], sight, change))).toEqual([{ ...expected, record: 'anna' }])
  })
})

const both = (map: ReadonlyMap<AgentId, number>) => [...map]

describe('what is remembered for the next look', () => {
  const vague = pane('anna', { end: { status: null, signal: null } })

  test('[P9] since when an agent has lost its terminal', () => {
    expect(both(decide([record('anna')], seen(), { eyes: STRANDED }).stranded)).toEqual([[idOf('anna'), NOW]])
    expect(both(decide([record('anna')], seen(), strandedFor(70)).stranded)).toEqual([
      [idOf('anna'), NOW - 70],
    ])
    expect(both(decide([record('anna')], seen(pane('anna')), strandedFor(70)).stranded)).toEqual([])
  })

  test('[P9] since when nobody knows how it ended', () => {
    expect(both(decide([record('anna')], seen(vague)).vague)).toEqual([[idOf('anna'), NOW]])
    expect(both(decide([record('anna')], seen(vague), vagueFor(70)).vague)).toEqual([
      [idOf('anna'), NOW - 70],
    ])
    for (const end of [{ status: 0, signal: null }, { status: null, signal: 9 }, null])
      expect(both(decide([record('anna')], seen(pane('anna', { end })), vagueFor(70)).vague)).toEqual([])
  })

  test.each<[string, AgentRecord, PaneSight, boolean]>([
    ['has ended', record('anna'), seen(pane('anna', { end: { status: 1, signal: null } })), true],
    ['is gone', record('anna'), seen(), true],
    ['runs', record('anna'), seen(pane('anna')), false],
    ['is to stop', record('anna', { desired: 'stopped' }), seen(), false],
    [
      'is being ended',
      record('anna', { ending: { why: 'restart', fresh: false, askedAt: ago(9) } }),
      seen(),
      false,
    ],
    [
      'was never written down',
      record('anna', { pane: null }),
      seen(pane('anna', { end: { status: 1, signal: null } })),
      false,
    ],
    ['is not known', record('anna'), { kind: 'unknown', reason: 'late' }, false],
  ])('[P9] whether one looks dead that %s', (_, agent, sight, isDead) => {
    expect([...decide([agent], sight).dead]).toEqual(isDead ? [idOf('anna')] : [])
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

test.each([
  ['three of three', 3, 0, {}, false],
  ['four of four', 4, 0, {}, true],
  ['four of eight', 4, 4, {}, true],
  ['four of nine', 4, 5, {}, false],
  ['four of four, beside those that are not to run', 4, 5, { desired: 'stopped' as const }, true],
  ['four of four, beside those that never ran', 4, 5, { generation: 0 }, true],
])(
  '[P9] %s that look dead at once: is it taken for a mistake of ours?',
  (_, dead, alive, change, breaker) => {
    const names = TEN.slice(0, dead + alive)
    const records = names.map((name, index) => record(name, index < dead ? {} : change))
    const decision = decide(records, seen(...names.slice(dead).map((name) => pane(name))))
    expect([decision.breaker, decision.dead.size]).toEqual([breaker, dead])
    expect(words(decision).filter((word) => word.startsWith('note end'))).toHaveLength(breaker ? 0 : dead)
  },
)

test('[P9] of what was held back, only what looked dead before is acted on', () => {
  const records = TEN.map((name) => record(name))
  const decision = decide(records, seen(), { deadBefore: new Set([idOf('a3')]) })
  expect(words(decision)).toEqual(['note end a3'])
})

describe('a pane of an older start', () => {
  const older = pane('anna', { id: '%7' })
  const own = pane('anna', { id: '%2', generation: 2 })
  test.each<[string, AgentRecord[], PaneSight, string[]]>([
    ['is closed', [record('anna', { generation: 2, pane: '%2' })], seen(older, own), ['close %7']],
    [
      'stays while the younger one is not written down',
      [record('anna', { generation: 2, pane: null })],
      seen(older, own),
      ['note pane anna'],
    ],
    ['stays when it is the one that counts', [record('anna', { generation: 2, pane: '%2' })], seen(own), []],
    ['of another agent stays', [record('bert', { pane: '%3' })], seen(older, pane('bert', { id: '%3' })), []],
    [
      'of nobody stays',
      [record('anna', { generation: 2, pane: '%2' })],
      seen(own, { ...older, owner: null }),
      [],
    ],
  ])('[A3] %s', (_, records, sight, expected) => {
    expect(words(decide(records, sight))).toEqual(expected)
  })
})

const starting = (agoMs: number) => ({ startedAt: ago(agoMs), status: 'starting', pane: '%1' }) as const

describe('starts under way', () => {
  test.each<[string, Partial<AgentRecord>, number]>([
    ['a moment ago count', starting(10), 0],
    ['almost too long ago count', starting(19_999), 0],
    ['too long ago do not count', starting(20_000), 3],
    ['that have come up do not count', { ...starting(10), status: 'idle' }, 3],
    ['that are over do not count', { ...starting(10), startedAt: null }, 3],
  ])('[H13] %s', (_, change, begins) => {
    const names = ['b0', 'b1', 'b2', 'b3']
    const records = [...names.map((name) => record(name, change)), ...TEN.map((name) => record(name, ENDED))]
    const decision = decide(records, seen(...names.map((name) => pane(name))))
    expect(words(decision).filter((word) => word.startsWith('begin a'))).toHaveLength(begins)
  })
})

test('[H13] after all of them ended, as many come back at a time as memory allows, the supervisor first', () => {
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

test('[H13] a number that a person has set counts instead of what the machine has left', () => {
  const records = TEN.map((name) => record(name, ENDED))
  expect(words(decide(records, seen(), {}, { ...AGENT_LIMITS, startsAtOnce: 5 }))).toHaveLength(5)
})
