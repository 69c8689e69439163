// What was used, on SQLite: each entry goes into its hour and into the sums of all whom it concerns.
import { sql, type Kysely } from 'kysely'
import { NO_COUNTS, type Counts } from '../../../core/budgets/counts.ts'
import { listPeriods } from '../../../core/budgets/list-periods.ts'
import { listScopes } from '../../../core/budgets/list-scopes.ts'
import type { UsageLedgerReader, UsageLedgerWriter } from '../../../core/budgets/usage-ledger.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { CountColumns, Schema } from '../schema.ts'

const COLUMNS: readonly (readonly [keyof Counts, keyof CountColumns])[] = [
  ['turns', 'turns'],
  ['tools', 'tools'],
  ['restarts', 'restarts'],
  ['wallMs', 'wall_ms'],
  ['input', 'input'],
  ['output', 'output'],
  ['cacheRead', 'cache_read'],
  ['cacheWrite', 'cache_write'],
  ['nanoUsd', 'nano_usd'],
  ['unpriced', 'unpriced'],
]

const toColumns = (counts: Counts) =>
  Object.fromEntries(COLUMNS.map(([name, column]) => [column, counts[name]])) as unknown as CountColumns

const fromColumns = (row: CountColumns) =>
  Object.fromEntries(COLUMNS.map(([name, column]) => [name, row[column]])) as unknown as Counts

export function makeUsageLedgerReader(db: Kysely<Schema>): UsageLedgerReader {
  return {
    async total(scope, period) {
      const rows = await db
        .selectFrom('usage_totals')
        .selectAll()
        .where('scope', '=', scope)
        .where('period', '=', period)
        .execute()
      return rows[0] ? fromColumns(rows[0]) : NO_COUNTS
    },
    async hours({ by, agent, project, from, to }) {
      let query = db
        .selectFrom('usage_hours')
        .select(({ fn }) => COLUMNS.map(([, column]) => fn.sum<number>(column).as(column)))
        .select(['hour', `${by} as key`])
        .where('hour', '>=', from)
        .where('hour', '<', to)
      if (agent !== undefined) query = query.where('agent', '=', agent)
      if (project !== undefined) query = query.where('project', '=', project)
      const rows = await query.groupBy(['hour', by]).orderBy('hour').orderBy(by).execute()
      return rows.map((row) => ({ key: row.key, hour: row.hour as Timestamp, counts: fromColumns(row) }))
    },
  }
}

/** `x = x + excluded.x` for each of them. */
const ADDED = Object.fromEntries(
  COLUMNS.map(([, column]) => [column, sql<number>`${sql.ref(column)} + ${sql.ref(`excluded.${column}`)}`]),
)

export function makeUsageLedgerWriter(db: Kysely<Schema>): UsageLedgerWriter {
  return {
    ...makeUsageLedgerReader(db),
    async add(entry) {
      const { at, agent, project, task, model } = entry
      const counts = toColumns(entry.counts)
      const hour = `${at.slice(0, 13)}:00:00.000Z`
      await db
        .insertInto('usage_hours')
        .values({ hour, agent, project: project ?? '', task: task ?? '', model: model ?? '', ...counts })
        .onConflict((conflict) =>
          conflict.columns(['hour', 'agent', 'project', 'task', 'model']).doUpdateSet(ADDED),
        )
        .execute()
      const rows = listScopes(entry).flatMap((scope) =>
        listPeriods(at).map((period) => Object.assign({ scope, period }, counts)),
      )
      await db
        .insertInto('usage_totals')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['scope', 'period']).doUpdateSet(ADDED))
        .execute()
    },
    async forgetAgent(agent) {
      await db.deleteFrom('usage_totals').where('scope', '=', `agent:${agent}`).execute()
    },
  }
}
