// One-time login codes on SQLite.
import type { Kysely } from 'kysely'
import type { LoginCodeTableWriter } from '../../../core/access/login-code-table.ts'
import type { LoginCodeId } from '../../../protocol/ids.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Schema } from '../schema.ts'

export function makeLoginCodeTableWriter(db: Kysely<Schema>): LoginCodeTableWriter {
  return {
    async insert(code, hash) {
      await db
        .insertInto('login_codes')
        .values({ id: code.id, hash, created_at: code.createdAt, expires_at: code.expiresAt })
        .execute()
    },
    async take(hash) {
      const rows = await db.deleteFrom('login_codes').where('hash', '=', hash).returningAll().execute()
      const row = rows[0]
      return (
        row && {
          id: row.id as LoginCodeId,
          createdAt: row.created_at as Timestamp,
          expiresAt: row.expires_at as Timestamp,
        }
      )
    },
    async removeExpired(at) {
      await db.deleteFrom('login_codes').where('expires_at', '<=', at).execute()
    },
  }
}
