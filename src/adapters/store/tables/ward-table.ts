// Services of projects on SQLite.
import type { Kysely } from 'kysely'
import type { WardTableReader, WardTableWriter } from '../../../core/wards/ward-table.ts'
import type { Ward } from '../../../protocol/wards/ward.ts'
import type { Schema } from '../schema.ts'

export function makeWardTableReader(db: Kysely<Schema>): WardTableReader {
  return {
    async all() {
      const rows = await db.selectFrom('wards').select('record').orderBy('id').execute()
      return rows.map(parse)
    },
    async byId(id) {
      const [row] = await db.selectFrom('wards').select('record').where('id', '=', id).execute()
      return row && parse(row)
    },
  }
}

const parse = ({ record }: { readonly record: string }): Ward => JSON.parse(record) as Ward

export function makeWardTableWriter(db: Kysely<Schema>): WardTableWriter {
  return {
    ...makeWardTableReader(db),
    async put(ward) {
      const record = JSON.stringify(ward)
      await db
        .insertInto('wards')
        .values({ id: ward.id, record })
        .onConflict((known) => known.column('id').doUpdateSet({ record }))
        .execute()
    },
    async remove(id) {
      await db.deleteFrom('wards').where('id', '=', id).execute()
    },
  }
}
