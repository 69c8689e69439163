// Alerts on SQLite.
import { sql, type Kysely } from 'kysely'
import type { AlertRecord, AlertTableReader, AlertTableWriter } from '../../../core/alerts/alert-table.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'

export function makeAlertTableReader(db: Kysely<Schema>): AlertTableReader {
  const select = () => db.selectFrom('alerts').select('record')
  return {
    byId: async (id) => one(await select().where('id', '=', id).execute()),
    async list({ state, project, limit }) {
      const rows = await select()
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
        .$if(project !== undefined, (query) => query.where('project', '=', project ?? ''))
        .orderBy('last_at', 'desc')
        .orderBy('number', 'desc')
        .limit(limit)
        .execute()
      return rows.map(parse)
    },
    async lastOn(matter) {
      return one(await select().where('matter', '=', matter).orderBy('number', 'desc').limit(1).execute())
    },
    async seenBefore(at) {
      const seen = select().where('state', '=', 'acknowledged').where('last_at', '<', at)
      return (await seen.orderBy('last_at').limit(1).execute()).map(parse)
    },
    async countSince(at) {
      const [row] = await db
        .selectFrom('alerts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('first_at', '>', at)
        .execute()
      return row?.count ?? 0
    },
  }
}

const one = (rows: readonly { record: string }[]) => rows[0] && parse(rows[0])
const parse = ({ record }: { readonly record: string }): AlertRecord => JSON.parse(record) as AlertRecord

export function makeAlertTableWriter(db: Kysely<Schema>, mask: Mask): AlertTableWriter {
  return {
    ...makeAlertTableReader(db),
    async insert(alert) {
      const number = sql<number>`(select coalesce(max(number), 0) + 1 from alerts)`
      await db
        .insertInto('alerts')
        .values({ number, ...rowFrom(alert, mask) })
        .execute()
    },
    async update(alert) {
      await db.updateTable('alerts').set(rowFrom(alert, mask)).where('id', '=', alert.id).execute()
    },
    async forget(before) {
      await db
        .deleteFrom('alerts')
        .where('state', '=', 'acknowledged')
        .where('last_at', '<', before)
        .execute()
    },
  }
}

/** The columns are for the indexes; the record is the whole. */
function rowFrom(alert: AlertRecord, mask: Mask) {
  const { id, matter, project, state, firstAt, lastAt, title, lines } = alert
  const record = JSON.stringify({ ...alert, ...mask.deep({ title, lines }) })
  return { id, matter, project, state, first_at: firstAt, last_at: lastAt, record }
}
