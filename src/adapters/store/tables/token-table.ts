// Tokens on SQLite.
import type { Kysely, Selectable } from 'kysely'
import type { TokenTableReader, TokenTableWriter } from '../../../core/access/token-table.ts'
import type { AgentName, TokenId } from '../../../protocol/ids.ts'
import type { Role } from '../../../protocol/agents/role.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Token } from '../../../protocol/access/token.ts'
import type { Schema } from '../schema.ts'

export function makeTokenTableReader(db: Kysely<Schema>): TokenTableReader {
  return {
    async byHash(hash) {
      const rows = await db.selectFrom('tokens').selectAll().where('hash', '=', hash).execute()
      return rows[0] && tokenFromRow(rows[0])
    },
    async byId(id) {
      const rows = await db.selectFrom('tokens').selectAll().where('id', '=', id).execute()
      return rows[0] && tokenFromRow(rows[0])
    },
    async ofAgent(agent) {
      const rows = await db
        .selectFrom('tokens')
        .selectAll()
        .where('agent', '=', agent)
        .where('revoked_at', 'is', null)
        .execute()
      return rows.map(tokenFromRow)
    },
    async valid() {
      const rows = await db.selectFrom('tokens').selectAll().where('revoked_at', 'is', null).execute()
      return rows.map((row) => ({ token: tokenFromRow(row), hash: row.hash }))
    },
    async page(limit, cursor) {
      const rows = await db
        .selectFrom('tokens')
        .selectAll()
        .where('id', '>', cursor ?? '')
        .orderBy('id')
        .limit(limit + 1)
        .execute()
      const items = rows.slice(0, limit).map(tokenFromRow)
      return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
    },
  }
}

export function makeTokenTableWriter(db: Kysely<Schema>): TokenTableWriter {
  return {
    ...makeTokenTableReader(db),
    async insert(token, hash) {
      await db
        .insertInto('tokens')
        .values({
          id: token.id,
          hash,
          role: token.role,
          agent: token.agent,
          label: token.label,
          created_by: token.createdBy,
          created_at: token.createdAt,
          expires_at: token.expiresAt,
          revoked_at: token.revokedAt,
          generation: token.generation,
        })
        .execute()
    },
    async revoke(id, at) {
      await db.updateTable('tokens').set({ revoked_at: at }).where('id', '=', id).execute()
    },
    async end(id, at, lateUntil) {
      await db
        .updateTable('tokens')
        .set({ revoked_at: at, expires_at: lateUntil })
        .where('id', '=', id)
        .execute()
    },
    async silence(agent, at, before = Number.MAX_SAFE_INTEGER) {
      await db
        .updateTable('tokens')
        .set({ expires_at: at })
        .where('agent', '=', agent)
        .where('revoked_at', 'is not', null)
        .where('expires_at', '>', at)
        .where('generation', '<', before)
        .execute()
    },
    async forget(before, limit) {
      const old = db
        .selectFrom('tokens')
        .select('id')
        .where((row) => row.or([row('revoked_at', '<', before), row('expires_at', '<', before)]))
        .limit(limit)
      const [deleted] = await db.deleteFrom('tokens').where('id', 'in', old).execute()
      return Number(deleted?.numDeletedRows ?? 0)
    },
  }
}

function tokenFromRow(row: Selectable<Schema['tokens']>): Token {
  return {
    id: row.id as TokenId,
    role: row.role as Role,
    agent: row.agent as AgentName | null,
    label: row.label,
    createdBy: row.created_by,
    createdAt: row.created_at as Timestamp,
    expiresAt: row.expires_at as Timestamp | null,
    revokedAt: row.revoked_at as Timestamp | null,
    generation: row.generation,
  }
}
