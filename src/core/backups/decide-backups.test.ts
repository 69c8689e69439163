import { expect, test } from 'vitest'
import type { Backup } from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { decideBackups, type BackupPolicy } from './decide-backups.ts'
import { findNeededBackups } from './find-needed-backups.ts'

const DAY_MS = 86_400_000
const NOW_MS = 1000 * DAY_MS
const MANY = 1e12
const policy: BackupPolicy = {
  everySec: 86_400,
  keep: 2,
  keepNewest: 1,
  keepDays: 30,
  keepAskedDays: 100,
  maxBytes: MANY,
}

type Made = readonly [name: string, ageDays: number, reason?: Backup['reason'], bytes?: number]

const makeBackup = ([name, ageDays, reason = 'daily', bytes = 0]: Made): Backup => ({
  id: name as BackupId,
  reason,
  createdAt: timestampFromMs(NOW_MS - ageDays * DAY_MS),
  schema: 1,
  release: 'test',
  files: [{ name: 'cmux.db', bytes: bytes * 5, sha256: '', packed: { bytes, sha256: '' } }],
})

const CASES: readonly { what: string; made: readonly Made[]; due: boolean; remove: readonly string[] }[] = [
  { what: 'none yet', made: [], due: true, remove: [] },
  { what: 'one from now', made: [['a', 0]], due: false, remove: [] },
  { what: 'one almost a day old', made: [['a', 0.999]], due: false, remove: [] },
  { what: 'one a day old', made: [['a', 1]], due: true, remove: [] },
  {
    what: 'as many as are kept',
    made: [
      ['a', 0.5],
      ['b', 1.5],
    ],
    due: false,
    remove: [],
  },
  {
    what: 'one too many',
    made: [
      ['a', 0.5],
      ['b', 1.5],
      ['c', 2.5],
    ],
    due: false,
    remove: ['c'],
  },
  {
    what: 'as many as are kept and one due, which counts',
    made: [
      ['a', 1],
      ['b', 2],
    ],
    due: true,
    remove: ['b'],
  },
  {
    what: 'those for a migration or on request, which stay',
    made: [
      ['a', 0.1],
      ['m', 0.2, 'migration'],
      ['b', 1],
      ['q', 2, 'asked'],
      ['c', 3],
    ],
    due: false,
    remove: ['c'],
  },
  {
    what: 'a fresh one for another reason',
    made: [
      ['q', 0.5, 'asked'],
      ['a', 3],
    ],
    due: false,
    remove: [],
  },
  { what: 'one from the future only', made: [['f', -3]], due: true, remove: [] },
  {
    what: 'one from the future and a fresh one',
    made: [
      ['f', -3],
      ['a', 0.5],
    ],
    due: false,
    remove: [],
  },
  {
    what: 'many from the future, which go before the honest ones',
    made: [
      ['f', -3],
      ['g', -2],
      ['a', 0.5],
      ['b', 1.5],
    ],
    due: false,
    remove: ['f', 'g'],
  },
]

const NOTHING = { needed: new Set<BackupId>(), broken: new Set<BackupId>(), toldMs: new Map() }

const decide = (
  made: readonly Made[],
  facts: Partial<Parameters<typeof decideBackups>[0]> = {},
  limits: Partial<BackupPolicy> = {},
) =>
  decideBackups(
    { backups: made.map(makeBackup), nowMs: NOW_MS, ...NOTHING, ...facts },
    { ...policy, ...limits },
  )

test.each(CASES)('[Y3] backups: $what', ({ made, due, remove }) => {
  const found = decide(made)
  expect({ due: found.due, remove: found.remove }).toEqual({ due, remove })
})

const day = (days: number) => NOW_MS + days * DAY_MS
const ids = (...names: string[]) => new Set(names as BackupId[])
const LONG_AGO: readonly Made[] = [
  ['a', 0.5],
  ['q', 99, 'asked'],
  ['m', 99, 'migration'],
  ['p', 300, 'asked'],
]

test('[Y3] [X5] what is too old goes; what a person asked for has a longer time, and goes a week after people were told', () => {
  expect(decide(LONG_AGO)).toEqual({
    due: false,
    leaving: [
      { id: 'q', atMs: day(7), why: 'age', tell: true },
      { id: 'm', atMs: day(-69), why: 'age', tell: false },
      { id: 'p', atMs: day(7), why: 'age', tell: true },
    ],
    remove: ['m'],
  })
  const toldMs = new Map([
    ['q' as BackupId, day(-1)],
    ['p' as BackupId, day(-7)],
  ])
  expect(decide(LONG_AGO, { toldMs })).toMatchObject({
    leaving: [{ id: 'q', atMs: day(6), tell: false }, { id: 'm' }, { id: 'p', atMs: day(0), tell: false }],
    remove: ['m', 'p'],
  })
})

test('[Y3] [X5] what releases in use need never goes, nor the newest whole ones', () => {
  expect(decide(LONG_AGO, { needed: ids('m') }).remove).toEqual([])
  const old: readonly Made[] = [
    ['a', 40],
    ['b', 41],
    ['c', 42],
  ]
  // The one that is due takes one of the places.
  expect(decide(old, {}, { keepNewest: 2, keep: 9 }).remove).toEqual(['b', 'c'])
  expect(decide(old, { broken: ids('a') }, { keepNewest: 2, keep: 9 }).remove).toEqual(['a', 'c'])
})

test('[Y3] what takes too much together goes, the oldest first, and what a person asked for last and told', () => {
  const made: readonly Made[] = [
    ['a', 0.5, 'daily', 10],
    ['q', 1, 'asked', 10],
    ['b', 1.5, 'daily', 10],
    ['m', 2, 'migration', 10],
  ]
  const size = (maxBytes: number) =>
    decide(made, {}, { maxBytes })
      .leaving.filter(({ why }) => why === 'size')
      .map(({ id, tell }) => [id, tell])
  expect(size(40)).toEqual([])
  expect(size(39)).toEqual([['m', false]])
  expect(size(20)).toEqual([
    ['b', false],
    ['m', false],
  ])
  expect(size(1)).toEqual([
    ['q', true],
    ['b', false],
    ['m', false],
  ])
  expect(decide(made, {}, { maxBytes: 1 }).remove).toEqual(['b', 'm'])
})

test('[Y3] when a daily one goes is told ahead', () => {
  const made: readonly Made[] = [
    ['a', 0.5],
    ['b', 1.5],
  ]
  expect(decide(made).leaving).toEqual([{ id: 'b', atMs: NOW_MS + 0.5 * DAY_MS, why: 'count', tell: false }])
})

const makeOf = (schema: number, place: number) => ({ ...makeBackup([String(place), place]), schema })

test('[Y3] [R6] of each schema that a release in use knows the newest backup is needed', () => {
  const backups = [5, 5, 4, 3, 3].map(makeOf)
  expect([...findNeededBackups(backups, [5, 3, 2])]).toEqual(['0', '3'])
})
