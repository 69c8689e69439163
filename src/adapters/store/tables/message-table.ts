// Messages and deliveries on SQLite.
import type { SQLInputValue } from 'node:sqlite'
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
import type { UnreadMail } from '../../../protocol/messages/message.ts'
import type { Statements } from '../kysely-dialect.ts'
import type { Schema } from '../schema.ts'
import type { WordIndex } from '../word-index.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import { quoteWords } from './quote-words.ts'

type Row = Selectable<Schema['messages']>

/** In these words, so that SQLite knows the partial index by them. */
const IS_UNSETTLED = sql<boolean>`agent is not null and receipt in ('accepted', 'pasted', 'submitted')`
/** The index is named: without statistics SQLite would read all that ever had one of these receipts. */
const FROM_UNSETTLED = sql`from messages indexed by messages_unsettled where ${IS_UNSETTLED}`
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
      const numbers = await findPage(db, filter)
      const rows = numbers.length === 0 ? [] : await bodiesOf(db, numbers).execute()
      return rows.map(messageFromRow)
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
    async unfiled(agent, { first, overBytes }) {
      const rows = await all()
        .where('seq', 'in', firstAccepted(db, agent, first))
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

/** The next that it gets, in order. Whoever asks for all reads as many rows as a flood has left, at each look. */
function firstAccepted(db: Kysely<Schema>, agent: AgentId, first: number) {
  return db
    .selectFrom('messages')
    .select('seq')
    .where('agent', '=', agent)
    .where('receipt', '=', 'accepted')
    .where(IS_UNSETTLED)
    .orderBy('seq')
    .limit(first)
}

/** A hit costs a look at its message: so many at once keep nobody waiting. */
const HITS_AT_ONCE = 500

type Numbers = readonly number[]

/** The numbers of a page, in the order that is wanted. Each walk goes along an index and ends with the page. */
async function findPage(db: Kysely<Schema>, filter: MessageFilter): Promise<Numbers> {
  return filter.search === undefined ? walkPage(db, filter) : searchPage(db, filter, filter.search)
}

async function walkPage(db: Kysely<Schema>, filter: MessageFilter): Promise<Numbers> {
  const { agent, with: other, after, limit, unread, newest } = filter
  const order = sql.raw(newest ? 'desc' : 'asc')
  // The index is named: without statistics SQLite may take one that it has to sort for.
  const walk = async (index: string, side: RawBuilder<boolean>) => {
    const { rows } = await sql<{ seq: number }>`select seq from messages indexed by ${sql.raw(index)}
      where seq > ${after} and ${side} order by seq ${order} limit ${limit}`.execute(db)
    return rows
  }
  const found: { readonly seq: number }[] = []
  // What one has sent is not theirs to read.
  if (unread) {
    const from = other === undefined ? sql`` : sql`and sender = ${other}`
    found.push(...(await walk('messages_unread', sql`receiver = ${agent} ${from} and ${IS_UNREAD}`)))
  } else if (other === undefined) {
    found.push(...(await walk('messages_to', sql`receiver = ${agent}`)))
    found.push(...(await walk('messages_from', sql`sender = ${agent}`)))
  } else {
    found.push(...(await walk('messages_between', between(agent, other))))
    found.push(...(await walk('messages_between', between(other, agent))))
  }
  const numbers = [...new Set(found.map(({ seq }) => seq))]
  return numbers.toSorted((a, b) => (newest ? b - a : a - b)).slice(0, limit)
}

const between = (to: string, from: string) => sql<boolean>`receiver = ${to} and sender = ${from}`

/** Hits come in the order of their numbers, some at a time, until the page is full: a common word is met often, a rare one seldom. */
async function searchPage(db: Kysely<Schema>, filter: MessageFilter, search: string): Promise<Numbers> {
  const { after, limit, newest } = filter
  const words = quoteWords(search)
  const page: number[] = []
  for (let from = newest ? Number.MAX_SAFE_INTEGER : after; page.length < limit;) {
    const beyond = newest ? sql`rowid < ${from} and rowid > ${after}` : sql`rowid > ${from}`
    const { rows } = await sql<{ seq: number }>`select rowid as seq from message_words
      where message_words match ${words} and ${beyond}
      order by rowid ${newest ? sql`desc` : sql`asc`} limit ${HITS_AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) break
    const hits = await db
      .selectFrom('messages')
      .select(['seq', 'sender', 'receiver', 'receipt'])
      .where(
        'seq',
        'in',
        rows.map(({ seq }) => seq),
      )
      .orderBy('seq', newest ? 'desc' : 'asc')
      .execute()
    page.push(...hits.filter((hit) => isMeant(hit, filter)).map(({ seq }) => seq))
    if (rows.length < HITS_AT_ONCE) break
    from = last.seq
    // Others have their turn in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
  return page.slice(0, limit)
}

function isMeant(
  { sender, receiver, receipt }: Pick<Row, 'sender' | 'receiver' | 'receipt'>,
  { agent, with: other, unread }: MessageFilter,
): boolean {
  const isBetween = (to: string, from: string) => receiver === to && sender === from
  const isTo = other === undefined ? receiver === agent : isBetween(agent, other)
  if (unread) return isTo && receipt !== 'acked' && receipt !== 'dead'
  return isTo || (other === undefined ? sender === agent : isBetween(other, agent))
}

function bodiesOf(db: Kysely<Schema>, numbers: Numbers) {
  return db
    .selectFrom('messages')
    .selectAll()
    .select(
      // A short one whole: what is cut ends at a NUL, too.
      sql<string>`case when bytes <= ${sql.lit(BODY_IN_LIST_CHARS)} then body
        else substr(body, 1, ${sql.lit(BODY_IN_LIST_CHARS)}) end`.as('body'),
    )
    .where('seq', 'in', [...numbers])
    .orderBy('seq')
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
    async waitsOtherwise(agent, { first, why }) {
      const inLine = await db
        .selectFrom('messages')
        .select('seq')
        .where('seq', 'in', firstAccepted(db, agent, first))
        .where('waits_for', 'is distinct from', why)
        .limit(1)
        .execute()
      if (inLine.length > 0) return true
      const newest = await db
        .selectFrom('messages')
        .select('waits_for')
        .where('agent', '=', agent)
        .where('receipt', '=', 'accepted')
        .where(IS_UNSETTLED)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
      return newest[0]?.waits_for === null
    },
    async agentsWithMail() {
      const { rows } = await sql<{ agent: string }>`select distinct agent ${FROM_UNSETTLED}`.execute(db)
      return rows.map(({ agent }) => agent as AgentId)
    },
  }
}

function readCounts(
  db: Kysely<Schema>,
): Pick<MessageTableReader, 'counts' | 'unread' | 'unreadByAgent' | 'unreadOf'> {
  return {
    async counts() {
      const known = await db.selectFrom('mail_counts').selectAll().execute()
      const of = (what: string) => known.find((row) => row.what === what)?.count ?? 0
      const receipts = {
        accepted: of('receipt accepted'),
        pasted: of('receipt pasted'),
        submitted: of('receipt submitted'),
        seen: of('receipt seen'),
        acked: of('receipt acked'),
        dead: of('receipt dead'),
        interrupted: of('receipt interrupted'),
      }
      const { rows } = await sql<{ at: string | null; count: number }>`
        select min(at) as at, count(*) as count ${FROM_UNSETTLED}`.execute(db)
      const [oldest] = rows
      return {
        ...receipts,
        total: Object.values(receipts).reduce((sum, count) => sum + count, 0),
        duplicatesHidden: of(DUPLICATES),
        onTheWay: oldest?.count ?? 0,
        oldestWaitingAt: oldest?.at ?? null,
      }
    },
    async unread(receiver) {
      const [row] = await db
        .selectFrom('unread_counts')
        .select(({ fn }) => fn.sum<number | null>('count').as('count'))
        .where('receiver', '=', receiver)
        .execute()
      return row?.count ?? 0
    },
    unreadByAgent: () => countUnreadByAgent(db),
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

async function countUnreadByAgent(db: Kysely<Schema>): Promise<UnreadMail[]> {
  const forOwner = await db
    .selectFrom('unread_counts')
    .select(['sender', 'count'])
    .where('receiver', '=', 'owner')
    .where('count', '>', 0)
    .execute()
  const { rows: onTheWay } = await sql<{ receiver: string; count: number }>`
    select receiver, count(*) as count ${FROM_UNSETTLED} group by receiver`.execute(db)
  const byOwner = new Map(forOwner.map(({ sender, count }) => [sender, count]))
  const toAgents = new Map(onTheWay.map(({ receiver, count }) => [receiver, count]))
  return [...new Set([...byOwner.keys(), ...toAgents.keys()])].map((agent) => ({
    agent,
    forOwner: byOwner.get(agent) ?? 0,
    onTheWay: toAgents.get(agent) ?? 0,
  }))
}

const BY_ID = 'select * from messages where id = ?'
const INSERT = `insert into messages (seq, id, sender, trust, actor, receiver, agent, subject, body, bytes, at, receipt,
  attempts, waits_for, delivery, attachment, evidence) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

interface MessageTableDeps {
  readonly db: Kysely<Schema>
  readonly mask: Mask
  readonly words: WordIndex
  readonly statements: Statements
}

export function makeMessageTableWriter(deps: MessageTableDeps): MessageTableWriter {
  const { db, mask, words, statements } = deps
  return {
    ...makeMessageTableReader(db),
    async byId(id) {
      const [row] = await statements.rows(BY_ID, [id])
      return row === undefined ? undefined : messageFromRow(row as Row)
    },
    async insert(message) {
      await statements.run(INSERT, valuesOf(message))
      // Its receiver gets it whole; a search finds it by its other words.
      const [subject, body] = [mask.text(message.subject ?? ''), mask.text(message.body)]
      await words.add('message_words', message.seq, subject, body)
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
    async setWaiting(agent, { first, why, behind }) {
      const changed = await db
        .updateTable('messages')
        .set({ waits_for: why })
        .where('seq', 'in', firstAccepted(db, agent, first))
        .where('waits_for', 'is distinct from', why)
        .execute()
      // What is new stands at the end; what is before it has been told.
      await sql`update messages set waits_for = ${behind} where agent = ${agent} and receipt = 'accepted'
        and ${IS_UNSETTLED} and waits_for is null and seq > (select seq from messages where agent = ${agent}
          and receipt = 'accepted' and ${IS_UNSETTLED} and waits_for is not null order by seq desc limit 1)`.execute(
        db,
      )
      return changed.some(({ numUpdatedRows }) => numUpdatedRows > 0)
    },
    forgetDeliveries: (which) => forgetDeliveries(db, which),
    async countDuplicate() {
      await db
        .insertInto('mail_counts')
        .values({ what: DUPLICATES, count: 1 })
        .onConflict((conflict) => conflict.column('what').doUpdateSet({ count: sql`mail_counts.count + 1` }))
        .execute()
    },
  }
}

/** In the order of `INSERT`. */
function valuesOf(message: MessageRecord): SQLInputValue[] {
  const { seq, id, from, trust, actor, to, agent, subject, body, bytes, at } = message
  const { receipt, attempts, waitsFor, delivery, attachment, evidence } = message
  const told = [seq, id, from, trust, actor, to, agent, subject, body, bytes, at]
  return [...told, receipt, attempts, waitsFor, delivery, attachment, JSON.stringify(evidence)]
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
