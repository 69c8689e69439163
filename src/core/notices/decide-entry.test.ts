import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { decideEntry, SEVERAL, type EntryFacts } from './decide-entry.ts'
import type { NoticeRecord } from './notice-record.ts'

const NOW = Date.UTC(2026, 0, 1)
const POLICY = { coolDownSec: 300, stormMax: 10, stormSec: 600 }
const draft = { ...SEVERAL, kind: 'recovery', matter: 'recovery:failed' } as const

const record = (state: NoticeRecord['state'], dueSec: number) =>
  ({ state, dueAt: timestampFromMs(NOW + dueSec * 1000) }) as NoticeRecord
const decide = (facts: Partial<EntryFacts>, what: Parameters<typeof decideEntry>[0] = draft) =>
  decideEntry(
    what,
    { nowMs: NOW, last: undefined, several: undefined, recent: 0, waiting: 0, ...facts },
    POLICY,
  )
const add = (dueSec: number, what: object = draft) => ({ do: 'add', draft: what, dueMs: NOW + dueSec * 1000 })

const HELD = record('waiting', 100)
const FOLLOW_UP = { ...draft, follows: 'approval:1' }

test.each([
  ['the first goes out at once', {}, add(0)],
  ['the second waits for the end of the cool-down', { last: record('delivered', -100) }, add(200)],
  ['also when the first is still on its way', { last: record('waiting', -100) }, add(200)],
  ['the third is counted in the second', { last: HELD }, { do: 'count', on: HELD }],
  ['after the cool-down it goes out at once', { last: record('delivered', -301) }, add(0)],
  ['a clock that jumped back costs one cool-down at most', { last: record('delivered', 9e6) }, add(300)],
  ['too many in a short time become one', { recent: 10 }, add(600, SEVERAL)],
  ['in which the others are counted', { recent: 11, several: HELD }, { do: 'count', on: HELD }],
  ['unless it is on its way', { recent: 11, several: record('waiting', -1) }, add(600, SEVERAL)],
  ['so do those of a channel that is away for long', { waiting: 500 }, add(600, SEVERAL)],
] as const)('[W4] %s', (_, facts, expected) => {
  expect(decide(facts)).toEqual(expected)
})

test('[W4] what changes a notice that is out there is no part of a storm', () => {
  expect(decide({ recent: 99, waiting: 999 }, FOLLOW_UP)).toEqual(add(0, FOLLOW_UP))
})
