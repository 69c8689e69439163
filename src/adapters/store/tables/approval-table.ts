// Requests for approval on SQLite.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { ApprovalChange, ApprovalRecord } from '../../../core/approvals/approval-record.ts'
import type { ApprovalTableReader, ApprovalTableWriter } from '../../../core/approvals/approval-table.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Approval, ApprovalsQuery, Decision } from '../../../protocol/approvals/approval.ts'
import type { Schema } from '../schema.ts'

type Row = Selectable<Schema['approvals']>

/** In these words, so that SQLite knows the partial indexes by them. */
const IS_WAITING = sql<boolean>`state = 'waiting'`
const IS_OPEN = sql<boolean>`(state = 'waiting' or call is not null)`
/** What a list shows of a long content. */
const CONTENT_IN_LIST_CHARS = 2000

export function makeApprovalTableReader(db: Kysely<Schema>, mask: Mask): ApprovalTableReader {
  const all = () => db.selectFrom('approvals').selectAll()
  return {
    async byId(id) {
      const [row] = await all().where('id', '=', id).execute()
      return row && recordFromRow(row)
    },
    async byAsker(asker) {
      const [row] = await all()
        .where('asker', 'is not', null)
        .where('asker', '=', asker)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
      return row && recordFromRow(row)
    },
    list: async (query) => (await listQuery(db, query).execute()).map((row) => showRow(row, mask)),
    waiting: async (limit) =>
      (await all().where(IS_WAITING).orderBy('seq').limit(limit).execute()).map(recordFromRow),
    async countWaiting() {
      const [row] = await db
        .selectFrom('approvals')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(IS_WAITING)
        .execute()
      return row?.count ?? 0
    },
    approved: async (kind) =>
      (await all().where('state', '=', 'approved').where('kind', '=', kind).orderBy('seq').execute()).map(
        recordFromRow,
      ),
    pushes: async () =>
      (await all().where('kind', '=', 'push').where(IS_OPEN).orderBy('seq').execute()).map(recordFromRow),
    openOf: async (agent) =>
      (await all().where('agent', '=', agent).where(IS_OPEN).orderBy('seq').execute()).map(recordFromRow),
  }
}

function listQuery(db: Kysely<Schema>, query: ApprovalsQuery) {
  const { state, kind, agent, project, limit, cursor } = query
  return db
    .selectFrom('approvals')
    .selectAll()
    .select([
      sql<string>`substr(content, 1, ${sql.lit(CONTENT_IN_LIST_CHARS)})`.as('content'),
      sql<number>`length(content) > ${sql.lit(CONTENT_IN_LIST_CHARS)}`.as('is_cut'),
    ])
    .$if(cursor !== undefined, (rows) => rows.where('seq', '<', cursor ?? 0))
    .$if(state !== undefined, (rows) => rows.where('state', 'in', state ?? []))
    .$if(kind !== undefined, (rows) => rows.where('kind', '=', kind ?? ''))
    .$if(agent !== undefined, (rows) => rows.where('agent', '=', agent ?? ''))
    .$if(project !== undefined, (rows) => rows.where('project', '=', project ?? ''))
    .orderBy('seq', 'desc')
    .limit(limit)
}

/** A list shows no secret: then it is not all of the content, and a person who decides looks at the request itself. */
function showRow({ is_cut: isCut, ...row }: Row & { readonly is_cut: number }, mask: Mask): Approval {
  const { call: _, asker: __, ...shown } = recordFromRow(row)
  const content = mask.text(shown.content)
  return { ...shown, content, isCut: isCut === 1 || content !== shown.content }
}

export function makeApprovalTableWriter(db: Kysely<Schema>, mask: Mask): ApprovalTableWriter {
  return {
    ...makeApprovalTableReader(db, mask),
    async insert(record) {
      // The content stays whole: its hash is what a person's yes is bound to.
      const { title, why } = mask.deep({ title: record.title, why: record.why })
      await db
        .insertInto('approvals')
        .values(rowFromRecord({ ...record, title, why }))
        .execute()
    },
    async change(id, change) {
      const { decision, ended } = change
      const masked = { ...(decision && mask.deep({ decision })), ...(ended && mask.deep({ ended })) }
      await db
        .updateTable('approvals')
        .set(columnsOf({ ...change, ...masked }))
        .where('id', '=', id)
        .execute()
    },
    async forget(before) {
      await db
        .deleteFrom('approvals')
        .where('created_at', '<', before)
        .where('state', 'not in', ['waiting', 'approved'])
        .execute()
    },
  }
}

function columnsOf({ decision, ended, usedAt, expiresAt, ...same }: ApprovalChange): Partial<Row> {
  return {
    ...same,
    ...(decision !== undefined && columnsOfDecision(decision)),
    ...(ended !== undefined && { ended_at: ended?.at ?? null, ended_why: ended?.why ?? null }),
    ...(usedAt !== undefined && { used_at: usedAt }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  }
}

function columnsOfDecision(decision: Decision | null) {
  const { by = null, at = null, reason = null, via = null } = decision ?? {}
  return { decided_by: by, decided_at: at, reason, via }
}

function rowFromRecord(record: ApprovalRecord): Row {
  const { decision, ended, usedAt, createdAt, expiresAt, inDialog, ...same } = record
  return {
    ...same,
    in_dialog: Number(inDialog),
    ...columnsOfDecision(decision),
    created_at: createdAt,
    expires_at: expiresAt,
    ended_at: ended?.at ?? null,
    ended_why: ended?.why ?? null,
    used_at: usedAt,
  }
}

function recordFromRow(row: Row): ApprovalRecord {
  const { created_at, expires_at, decided_by, decided_at, reason, via, ...rest } = row
  const { ended_at, ended_why, used_at, in_dialog, ...same } = rest
  return {
    ...same,
    inDialog: in_dialog === 1,
    createdAt: created_at,
    expiresAt: expires_at,
    decision: decided_by === null ? null : { by: decided_by, at: decided_at, reason, via },
    ended: ended_at === null ? null : { at: ended_at, why: ended_why },
    usedAt: used_at,
  } as ApprovalRecord
}
