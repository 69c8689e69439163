// How SQLite finds what is asked for, with the statistics of a history and without any, as in a home: by an index, in its order, never by reading all of a table.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { growHistory } from '../../bench/measure/grow-history.ts'
import { makeReadingSide } from '../../src/adapters/store/reading-side.ts'
import { makeMask } from '../../src/lib/mask.ts'
import { HISTORY_READS } from '../fixtures/history-reads.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

let folder: ReturnType<typeof makeTempFolder>
let database: DatabaseSync
beforeAll(async () => {
  folder = makeTempFolder()
  await growHistory(folder.path, { messages: 4000, events: 12_000 })
  database = new DatabaseSync(join(folder.path, 'cmux.db'))
})
afterAll(() => {
  database.close()
  folder[Symbol.dispose]()
})

/** An index of those few rows that are open, waiting or unread may be read whole. */
const listPartial = () =>
  database
    .prepare("select name from sqlite_master where type = 'index' and sql like '% where %'")
    .all()
    .map(({ name }) => String(name))

/** These grow with the history; others have a row for each agent, budget or setting. */
const GROWING = ['messages', 'events', 'deliveries', 'tasks', 'journal', 'conversations', 'agent_usage']

const isScan = (step: string) => GROWING.some((table) => new RegExp(`^SCAN ${table}\\b`).test(step))

/** The statements that a read runs. */
async function listStatements(run: (typeof HISTORY_READS)[number]['run']): Promise<string[]> {
  const statements: string[] = []
  const recording = new Proxy(database, {
    get(target, key) {
      if (key === 'prepare')
        return (sql: string) => {
          statements.push(sql)
          return target.prepare(sql)
        }
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const options = { mask: makeMask(), onLostTrust: () => undefined }
  await run(makeReadingSide(recording, options).reader)
  return statements
}

function explain(statement: string): string[] {
  const values = Array.from({ length: statement.split('?').length - 1 }, () => 1)
  const rows = database.prepare(`explain query plan ${statement}`).all(...values)
  return rows.map((row) => String(row['detail']))
}

const withStatistics = [false, true].flatMap((has) =>
  HISTORY_READS.map((read) => [`${read.name}${has ? ', with statistics' : ''}`, read, has] as const),
)

test.each(withStatistics)('[Y1] %s: by an index', async (_, read, has) => {
  if (has) database.exec('analyze')
  const statements = await listStatements(read.run)
  expect(statements).not.toEqual([])
  const steps = statements.flatMap(explain)
  const partial = listPartial()
  const isAllowed = (step: string) =>
    (read.walks !== undefined && step === `SCAN ${read.walks}`) ||
    partial.some((index) => step.endsWith(`INDEX ${index}`))
  const slow = steps.filter(
    (step) =>
      (isScan(step) && !isAllowed(step)) || (read.sorts !== true && step.includes('TEMP B-TREE FOR ORDER')),
  )
  expect(slow).toEqual([])
})

const counted = () => [
  database
    .prepare("select what, count from mail_counts where what like 'receipt %' and count > 0 order by 1")
    .all(),
  database.prepare('select receiver, sender, count from unread_counts where count > 0 order by 1, 2').all(),
]
const recount = () => [
  database
    .prepare("select 'receipt ' || receipt as what, count(*) as count from messages group by 1 order by 1")
    .all(),
  database
    .prepare(
      `select receiver, sender, count(*) as count from messages where receipt not in ('acked', 'dead')
       group by 1, 2 order by 1, 2`,
    )
    .all(),
]

test('[Y1] counts of mail stay true whatever happens to it, also under an older release', () => {
  expect(counted()).toEqual(recount())
  for (const change of [
    "update messages set receipt = 'acked' where seq % 2 = 0",
    "update messages set receipt = 'accepted' where seq % 3 = 0",
    'update messages set receipt = receipt, attempts = attempts + 1',
    "update messages set receipt = 'dead' where seq % 5 = 0",
    'delete from messages where seq % 7 = 0',
  ]) {
    database.exec(change)
    expect(counted()).toEqual(recount())
  }
})
