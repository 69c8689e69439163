// The history by type and backwards: what is found, and that the rest of it is not read for that.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeEventLogReader } from '../../src/adapters/store/tables/event-log.ts'
import type { EventRange } from '../../src/core/events/event-log.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { readPlans } from '../fixtures/read-plans.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const COUNT = 50_000
const folder = makeTempFolder()
const path = join(folder.path, 'cmux.db')

/** One event in a thousand is `agent.ended`, one in ten thousand `agent.removed`; all others are `tool.ended`. */
beforeAll(async () => {
  const opened = await openTestStore(folder.path)
  await opened.store.close()
  const database = new DatabaseSync(path)
  database.exec(`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${COUNT})
    insert into events (seq, type, at, actor, data)
    select n,
      case when n % 10000 = 0 then 'agent.removed' when n % 1000 = 0 then 'agent.ended' else 'tool.ended' end,
      '2026-01-01T00:00:00.000Z', 'test', '{}'
    from numbers`)
  database.close()
  return () => folder[Symbol.dispose]()
})

/** The numbers that are found, and how SQLite says that it finds them. */
async function look(range: EventRange): Promise<{ seqs: number[]; plan: string[] }> {
  const { found, plan } = await readPlans(path, (db) => makeEventLogReader(db).within(range))
  return { seqs: found.map(({ seq }) => seq), plan }
}

const thousands = (...numbers: number[]) => numbers.map((number) => number * 1000)

const RANGES: readonly [string, EventRange, number[]][] = [
  ['the newest', { after: 0, before: COUNT + 1, limit: 2 }, [49_999, 50_000]],
  ['the newest below a number', { after: 0, before: 7, limit: 3 }, [4, 5, 6]],
  ['all below a number', { after: 0, before: 3, limit: 10 }, [1, 2]],
  ['between two numbers', { after: 4, before: 8, limit: 10 }, [5, 6, 7]],
  ['the first after a number', { after: 4, limit: 2 }, [5, 6]],
  [
    'a rare type, backwards',
    { after: 0, before: 40_000, types: ['agent.removed'], limit: 2 },
    [20_000, 30_000],
  ],
  ['a rare type, forwards', { after: 15_000, types: ['agent.removed'], limit: 2 }, [20_000, 30_000]],
  ['by prefix', { after: 0, before: COUNT, types: ['agent.*'], limit: 3 }, thousands(47, 48, 49)],
  [
    'by prefix, over several types',
    { after: 0, before: 20_001, types: ['agent.*'], limit: 2 },
    thousands(19, 20),
  ],
  [
    'two types in one order',
    { after: 0, before: 10_001, types: ['agent.removed', 'tool.ended'], limit: 3 },
    [9998, 9999, 10_000],
  ],
  ['a type twice is there once', { after: 0, types: ['agent.ended', 'agent.*'], limit: 2 }, thousands(1, 2)],
  ['a prefix is no part of a word', { after: 0, types: ['age.*', 'agent'], limit: 2 }, []],
]

describe('the history', () => {
  test.each(RANGES)('[P10] %s', async (_, range, seqs) => {
    expect((await look(range)).seqs).toEqual(seqs)
  })

  test.each(RANGES)('[P8] is not read as a whole for: %s', async (_, range) => {
    const { plan } = await look(range)
    const steps = plan.filter((step) => /\bevents\b|TEMP B-TREE/.test(step))
    expect(steps.length).toBeGreaterThan(0)
    expect(steps.filter((step) => !STEPS[range.types ? 'byType' : 'byNumber'].test(step))).toEqual([])
  })
})

/** How the history may be walked: never past what is not wanted, and never sorted. */
const STEPS = {
  byType: /^SEARCH events USING (COVERING INDEX events_type\b|INTEGER PRIMARY KEY \(rowid=\?\))/,
  byNumber: /^SEARCH events USING INTEGER PRIMARY KEY/,
} as const
