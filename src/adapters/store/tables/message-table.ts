// Messages and deliveries on SQLite.
import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely'
import type { Delivery, MessageRecord } from '../../../core/mail/message-record.ts'
import type {
  MessageFilter,
  MessageGist,
  MessageTableReader,
  MessageTableWriter,
} from '../../../core/mail/message-table.ts'
import type { Mask } from '../../../lib/mask.ts'
import type { AgentId } from '../../../protocol/ids.ts'
import type { Schema } from '../schema.ts'
import { quoteWords } from './quote-words.ts'

type Row = Selectable<Schema['messages']>

/** In these words, so that SQLite knows the partial index by them. */
const IS_UNSETTLED = sql<boolean>`agent is not null and receipt in ('accepted', 'pasted', 'submitted')`
const IS_UNREAD = sql<boolean>`receipt not in ('acked', 'dead')`
const GIST_CHARS = 300
/** What a list shows of a body. */
const BODY_IN_LIST_CHARS = 8192
const DUPLICATES = 'duplicates hidden'

export function makeMessageTableReader(db: Kysely<Schema>): MessageTableReader {
  return { ...readMessages(db), ...readDeliveries(db), ...readCounts(db) }
}

type Messages = Pick<MessageTableReader, 'byId' | 'list' | 'waiting' | 'unsettled' | 'unfiled' | 'byIds'>

function readMessages(db: Kysely<Schema>): Messages {
  const all = () => db.selectFrom('messages').selectAll()
  return {
    async byId(id) {
      const rows = await all().where('id', '=', id).execute()
      return rows[0] && messageFromRow(rows[0])
    },
    async list(filter) {
      const rows = await listQuery(db, filter).execute()
      const inOrder = filter.newest ? rows.toReversed() : rows
      return inOrder.map(messageFromRow)
    },
    async waiting(agent, limit) {
      const rows = await all()
        .where('agent', '=', agent)
        .where('receipt', '=', 'accepted')
        .where('delivery', 'is', null)
        .where(IS_UNSETTLED)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return rows.map(messageFromRow)
    },
    async unsettled(agent) {
      const rows = await all().where('agent', '=', agent).where(IS_UNSETTLED).orderBy('seq').execute()
      return rows.map(messageFromRow)
    },
    async unfiled(agent, overBytes) {
      const rows = await all()
        .where('agent', '=', agent)
        .where('receipt', '=', 'accepted')
        .where(IS_UNSETTLED)
        .where('bytes', '>', overBytes)
        .where('attachment', 'is', null)
        .orderBy('seq')
        .execute()
      return rows.map(messageFromRow)
    },
    async byIds(ids) {
      const rows = await all()
        .where('id', 'in', [...ids])
        .orderBy('seq')
        .execute()
      return rows.map(messageFromRow)
    },
  }
}

function listQuery(db: Kysely<Schema>, filter: MessageFilter) {
  const { agent, with: other, after, limit, unread, search, newest } = filter
  return db
    .selectFrom('messages')
    .selectAll()
    .select(
      // A short one whole: what is cut ends at a NUL, too.
      sql<string>`case when bytes <= ${sql.lit(BODY_IN_LIST_CHARS)} then body
        else substr(body, 1, ${sql.lit(BODY_IN_LIST_CHARS)}) end`.as('body'),
    )
    .where('seq', '>', after)
    .where(({ eb, or, and }) => {
      const toThem = eb('receiver', '=', agent)
      if (unread) return other === undefined ? toThem : and([toThem, eb('sender', '=', other)])
      if (other === undefined) return or([toThem, eb('sender', '=', agent)])
      return or([
        and([toThem, eb('sender', '=', other)]),
        and([eb('receiver', '=', other), eb('sender', '=', agent)]),
      ])
    })
    .$if(unread, (query) => query.where(IS_UNREAD))
    .$if(search !== undefined, (query) =>
      query.where(
        sql<boolean>`seq in (select rowid from message_words where message_words match ${quoteWords(search ?? '')})`,
      ),
    )
    .orderBy('seq', newest ? 'desc' : 'asc')
    .limit(limit)
}

type Deliveries = Pick<
  MessageTableReader,
  'openDelivery' | 'lastDelivery' | 'delivery' | 'agentsWithMail' | 'waitsOtherwise'
>

function readDeliveries(db: Kysely<Schema>): Deliveries {
  return {
    async openDelivery(agent) {
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('agent', '=', agent)
        .where('state', '<>', sql.lit('closed'))
        .execute()
      return rows[0] && deliveryFromRow(rows[0])
    },
    async lastDelivery(agent) {
      // Ids grow with time, so the newest is found from the end of the key.
      const rows = await db
        .selectFrom('deliveries')
        .selectAll()
        .where('agent', '=', agent)
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      return rows[0] && deliveryFromRow(rows[0])
    },
    async delivery(id) {
      const rows = await db.selectFrom('deliveries').selectAll().where('id', '=', id).execute()
      return rows[0] && deliveryFromRow(rows[0])
    },
    async waitsOtherwise(agent, why) {
      const rows = await db
        .selectFrom('messages')
        .select('seq')
        .where('agent', '=', agent)
        .where('receipt', '=', 'accepted')
        .where(IS_UNSETTLED)
        .where('waits_for', 'is distinct from', why)
        .limit(1)
        .execute()
      return rows.length > 0
    },
    async agentsWithMail() {
      const rows = await db.selectFrom('messages').select('agent').distinct().where(IS_UNSETTLED).execute()
      return rows.map(({ agent }) => agent as AgentId)
    },
  }
}

function readCounts(
  db: Kysely<Schema>,
): Pick<MessageTableReader, 'counts' | 'unread' | 'unreadByAgent' | 'unreadOf'> {
  return {
    async counts() {
      const rows = await db
        .selectFrom('messages')
        .select(({ fn }) => ['receipt', fn.countAll<number>().as('count')])
        .groupBy('receipt')
        .execute()
      const of = (receipt: string) => rows.find((row) => row.receipt === receipt)?.count ?? 0
      const [hidden] = await db
        .selectFrom('mail_counts')
        .select('count')
        .where('what', '=', DUPLICATES)
        .execute()
      const [oldest] = await db
        .selectFrom('messages')
        .select(({ fn }) => [fn.min('at').as('at'), fn.countAll<number>().as('count')])
        .where(IS_UNSETTLED)
        .execute()
      return {
        accepted: of('accepted'),
        pasted: of('pasted'),
        submitted: of('submitted'),
        seen: of('seen'),
        acked: of('acked'),
        dead: of('dead'),
        interrupted: of('interrupted'),
        total: rows.reduce((sum, { count }) => sum + count, 0),
        duplicatesHidden: hidden?.count ?? 0,
        onTheWay: oldest?.count ?? 0,
        oldestWaitingAt: oldest?.at ?? null,
      }
    },
    unread: () => countBy(db, 'receiver', IS_UNREAD),
    async unreadByAgent() {
      const forOwner = await countBy(db, 'sender', sql<boolean>`receiver = 'owner' and ${IS_UNREAD}`)
      const onTheWay = await countBy(db, 'receiver', IS_UNSETTLED)
      return [...new Set([...forOwner.keys(), ...onTheWay.keys()])].map((agent) => ({
        agent,
        forOwner: forOwner.get(agent) ?? 0,
        onTheWay: onTheWay.get(agent) ?? 0,
      }))
    },
    async unreadOf(receiver, limit) {
      const rows = await db
        .selectFrom('messages')
        .select(['id', 'sender as from', 'subject', 'at'])
        .select(sql<string>`substr(body, 1, ${sql.lit(GIST_CHARS)})`.as('beginning'))
        .where('receiver', '=', receiver)
        .where(IS_UNREAD)
        .orderBy('seq', 'desc')
        .limit(limit)
        .execute()
      return rows as MessageGist[]
    },
  }
}

async function countBy(
  db: Kysely<Schema>,
  whose: 'sender' | 'receiver',
  which: RawBuilder<boolean>,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('messages')
    .select(({ fn }) => [`${whose} as name` as const, fn.countAll<number>().as('count')])
    .where(which)
    .groupBy(whose)
    .execute()
  return new Map(rows.map(({ name, count }) => [name, count]))
}

export function makeMessageTableWriter(db: Kysely<Schema>, mask: Mask): MessageTableWriter {
  return {
    ...makeMessageTableReader(db),
    async insert(message) {
      await db.insertInto('messages').values(rowFromMessage(message)).execute()
      // Its receiver gets it whole; a search finds it by its other words.
      const [subject, body] = [mask.text(message.subject ?? ''), mask.text(message.body)]
      await sql`insert into message_words (rowid, subject, body)
        values (${message.seq}, ${subject}, ${body})`.execute(db)
    },
    async move(id, { waitsFor, evidence, ...rest }) {
      const change = {
        ...rest,
        ...(waitsFor !== undefined && { waits_for: waitsFor }),
        ...(evidence && { evidence: JSON.stringify(evidence) }),
      }
      await db.updateTable('messages').set(change).where('id', '=', id).execute()
    },
    async insertDelivery({ openedAt, messages, ...rest }) {
      await db
        .insertInto('deliveries')
        .values({ ...rest, opened_at: openedAt, messages: JSON.stringify(messages) })
        .execute()
    },
    async changeDelivery(id, change) {
      await db.updateTable('deliveries').set(change).where('id', '=', id).execute()
    },
    async setWaiting(agent, why) {
      const changed = await db
        .updateTable('messages')
        .set({ waits_for: why })
        .where('agent', '=', agent)
        .where('receipt', '=', 'accepted')
        .where(IS_UNSETTLED)
        .where('waits_for', 'is distinct from', why)
        .execute()
      return changed.some(({ numUpdatedRows }) => numUpdatedRows > 0)
    },
    async countDuplicate() {
      await db
        .insertInto('mail_counts')
        .values({ what: DUPLICATES, count: 1 })
        .onConflict((conflict) => conflict.column('what').doUpdateSet({ count: sql`mail_counts.count + 1` }))
        .execute()
    },
  }
}

function rowFromMessage(message: MessageRecord): Row {
  const { from, to, waitsFor, evidence, ...same } = message
  return { ...same, sender: from, receiver: to, waits_for: waitsFor, evidence: JSON.stringify(evidence) }
}

function messageFromRow(row: Row): MessageRecord {
  const { sender, receiver, waits_for: waitsFor, evidence, ...same } = row
  const known: unknown = JSON.parse(evidence)
  return { ...same, from: sender, to: receiver, waitsFor, evidence: known } as MessageRecord
}

function deliveryFromRow(row: Selectable<Schema['deliveries']>): Delivery {
  const { opened_at: openedAt, messages, ...same } = row
  const ids: unknown = JSON.parse(messages)
  return { ...same, openedAt, messages: ids } as Delivery
}
