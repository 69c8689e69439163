// Budgets on SQLite.
import type { Kysely } from 'kysely'
import type {
  BudgetMark,
  BudgetRecord,
  BudgetTableReader,
  BudgetTableWriter,
} from '../../../core/budgets/budget-table.ts'
import type { Schema } from '../schema.ts'

export function makeBudgetTableReader(db: Kysely<Schema>): BudgetTableReader {
  return {
    async all() {
      const rows = await db.selectFrom('budgets').select('record').orderBy('scope').orderBy('per').execute()
      return rows.map(({ record }) => JSON.parse(record) as BudgetRecord)
    },
    async marks(scope) {
      const rows = await db.selectFrom('budget_marks').selectAll().where('scope', '=', scope).execute()
      return rows as BudgetMark[]
    },
  }
}

export function makeBudgetTableWriter(db: Kysely<Schema>): BudgetTableWriter {
  return {
    ...makeBudgetTableReader(db),
    async put(record) {
      const row = { scope: record.scope, per: record.per, record: JSON.stringify(record) }
      await db.replaceInto('budgets').values(row).execute()
    },
    async mark(mark) {
      await db
        .replaceInto('budget_marks')
        .values({ ...mark })
        .execute()
    },
    async remove(scope) {
      await db.deleteFrom('budgets').where('scope', '=', scope).execute()
      await db.deleteFrom('budget_marks').where('scope', '=', scope).execute()
    },
  }
}
