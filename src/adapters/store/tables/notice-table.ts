// Notices on SQLite.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { NoticeTableReader, NoticeTableWriter } from '../../../core/notices/notice-table.ts'
import type { ChannelRecord, NoticeRecord } from '../../../core/notices/notice-record.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { Schema } from '../schema.ts'

export function makeNoticeTableReader(db: Kysely<Schema>): NoticeTableReader {
  const select = () => db.selectFrom('notices').select('record')
  const selectWaiting = (channel: string) =>
    db.selectFrom('notices').where('channel', '=', channel).where('state', '=', 'waiting')
  return {
    byId: async (id) => one(await select().where('id', '=', id).execute()),
    async list({ channel, state, limit }) {
      const rows = await select()
        .$if(channel !== undefined, (query) => query.where('channel', '=', channel ?? ''))
        .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
        .orderBy('number', 'desc')
        .limit(limit)
        .execute()
      return rows.map(noticeFromRow)
    },
    async firstDue(channel, now) {
      const waiting = selectWaiting(channel).select('record').where('due_at', '<=', now)
      return one(await waiting.orderBy('number').limit(1).execute())
    },
    async nextDueAt(channel) {
      const [row] = await selectWaiting(channel).select('due_at').orderBy('due_at').limit(1).execute()
      return row?.due_at as Timestamp | undefined
    },
    async lastOn(channel, matter) {
      const on = select().where('channel', '=', channel).where('matter', '=', matter)
      return one(await on.orderBy('number', 'desc').limit(1).execute())
    },
    async countDueAfter(channel, at) {
      const [row] = await db
        .selectFrom('notices')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channel', '=', channel)
        .where('due_at', '>', at)
        .execute()
      return row?.count ?? 0
    },
    async count(channel, state) {
      const [row] = await db
        .selectFrom('notices')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channel', '=', channel)
        .where('state', '=', state)
        .execute()
      return row?.count ?? 0
    },
    async channels() {
      const rows = await db.selectFrom('notice_channels').selectAll().orderBy('name').execute()
      return rows.map(channelFromRow)
    },
  }
}

const one = (rows: readonly { record: string }[]) => rows[0] && noticeFromRow(rows[0])

export function makeNoticeTableWriter(db: Kysely<Schema>, mask: Mask): NoticeTableWriter {
  return {
    ...makeNoticeTableReader(db),
    async insert(notice) {
      const number = sql<number>`(select coalesce(max(number), 0) + 1 from notices)`
      await db
        .insertInto('notices')
        .values({ number, ...rowFromNotice(notice, mask) })
        .execute()
    },
    async update(notice) {
      await db.updateTable('notices').set(rowFromNotice(notice, mask)).where('id', '=', notice.id).execute()
    },
    async putChannel(channel) {
      const error = channel.error && mask.text(channel.error)
      const { name, ...row } = rowFromChannel({ ...channel, error })
      await db
        .insertInto('notice_channels')
        .values({ name, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute()
    },
    async removeChannel(name) {
      await db.deleteFrom('notices').where('channel', '=', name).execute()
      await db.deleteFrom('notice_channels').where('name', '=', name).execute()
    },
    async forgetEnded(before) {
      await db.deleteFrom('notices').where('ended_at', '<', before).execute()
    },
  }
}

/** The columns are for the indexes; the record is the whole. */
function rowFromNotice(notice: NoticeRecord, mask: Mask) {
  const { title, text, error } = notice
  const record = JSON.stringify({ ...notice, ...mask.deep({ title, text, error }) })
  const { id, channel, matter, state, dueAt, endedAt } = notice
  return { id, channel, matter, state, due_at: dueAt, ended_at: endedAt, record }
}

function noticeFromRow({ record }: Pick<Schema['notices'], 'record'>): NoticeRecord {
  return JSON.parse(record) as NoticeRecord
}

function rowFromChannel({ name, cursor, failures, failingSince, error, deliveredAt }: ChannelRecord) {
  return { name, cursor, failures, failing_since: failingSince, error, delivered_at: deliveredAt }
}

function channelFromRow(row: Selectable<Schema['notice_channels']>): ChannelRecord {
  return {
    name: row.name,
    cursor: row.cursor,
    failures: row.failures,
    failingSince: row.failing_since as Timestamp | null,
    error: row.error,
    deliveredAt: row.delivered_at as Timestamp | null,
  }
}
