// Conversations of agents on SQLite.
import { sql, type Kysely, type Selectable } from 'kysely'
import type {
  ConversationTableReader,
  ConversationTableWriter,
  HistoryFilter,
} from '../../../core/conversations/conversation-table.ts'
import type { ConversationEntry } from '../../../protocol/messages/conversation.ts'
import type { HistoryEntry } from '../../../protocol/messages/history.ts'
import type { AgentId } from '../../../protocol/ids.ts'
import type { Statements } from '../kysely-dialect.ts'
import type { Schema } from '../schema.ts'
import type { WordIndex } from '../word-index.ts'
import { quoteWords } from './quote-words.ts'

type Row = Selectable<Schema['conversations']>

export function makeConversationTableReader(db: Kysely<Schema>): ConversationTableReader {
  return {
    async list(filter) {
      const rows = await listQuery(db, filter).execute()
      return (filter.after === undefined ? rows.toReversed() : rows).map(entryFromRow)
    },
    async find(agent, entry) {
      const rows = await db
        .selectFrom('conversations')
        .selectAll()
        .where('agent', '=', agent)
        .where('entry', '=', entry)
        .execute()
      return rows[0] && entryFromRow(rows[0])
    },
    async last(agent) {
      const rows = await db
        .selectFrom('conversations')
        .select('seq')
        .where('agent', '=', agent)
        .orderBy('seq', 'desc')
        .limit(1)
        .execute()
      return rows[0]?.seq ?? null
    },
    async readUpTo(agent, path) {
      const rows = await db
        .selectFrom('transcript_reads')
        .select('offset')
        .where('agent', '=', agent)
        .where('path', '=', path)
        .execute()
      return rows[0]?.offset ?? 0
    },
    async counts() {
      const rows = await db
        .selectFrom('conversations')
        .select(({ fn }) => ['agent', fn.countAll<number>().as('entries')])
        .groupBy('agent')
        .execute()
      return new Map(rows.map(({ agent, entries }) => [agent as AgentId, entries]))
    },
  }
}

function listQuery(db: Kysely<Schema>, { agent, after, before, kind, search, limit }: HistoryFilter) {
  let query = db.selectFrom('conversations').selectAll().where('agent', '=', agent)
  if (after !== undefined) query = query.where('seq', '>', after)
  if (before !== undefined) query = query.where('seq', '<', before)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (search !== undefined)
    query = query.where(
      sql<boolean>`seq in (select rowid from conversation_words where conversation_words match ${quoteWords(search)})`,
    )
  return query.orderBy('seq', after === undefined ? 'desc' : 'asc').limit(limit)
}

function entryFromRow(row: Row): HistoryEntry {
  const { seq, entry, session, subagent, text } = row
  return {
    seq,
    id: entry,
    kind: row.kind as HistoryEntry['kind'],
    session,
    subagent,
    at: row.at as HistoryEntry['at'],
    text,
    tool: row.tool === null ? null : (JSON.parse(row.tool) as HistoryEntry['tool']),
  }
}

const FIND = 'select seq, source, text from conversations where agent = ? and entry = ?'
// There is one writer, and the newest is never deleted, so no number is given twice.
const INSERT = `insert into conversations (seq, agent, entry, kind, session, subagent, at, text, tool, source, kept_at)
  values ((select coalesce(max(seq), 0) + 1 from conversations), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning seq`

interface ConversationTableDeps {
  readonly db: Kysely<Schema>
  readonly words: WordIndex
  readonly statements: Statements
}

export function makeConversationTableWriter(deps: ConversationTableDeps): ConversationTableWriter {
  const { db, words, statements } = deps
  return {
    ...makeConversationTableReader(db),
    async add(agent, entry, source, at) {
      const [found] = await statements.rows(FIND, [agent, entry.id])
      const before = found as Pick<Row, 'seq' | 'source' | 'text'> | undefined
      const said = saidIn(entry)
      if (before) {
        const saysMore = before.source === 'hook' || entry.text.length > before.text.length
        if (source !== 'transcript' || !saysMore) return false
        await db
          .updateTable('conversations')
          .set({ ...said, source })
          .where('seq', '=', before.seq)
          .execute()
        await words.remove('conversation_words', before.seq)
        await words.add('conversation_words', before.seq, wordsOf(entry))
        return false
      }
      const { kind, session, subagent, text, tool } = said
      const values = [agent, entry.id, kind, session, subagent, said.at, text, tool, source, at]
      const [inserted] = await statements.rows(INSERT, values)
      await words.add('conversation_words', (inserted as Pick<Row, 'seq'>).seq, wordsOf(entry))
      return true
    },
    async noteRead(agent, path, offset) {
      await db
        .insertInto('transcript_reads')
        .values({ agent, path, offset })
        .onConflict((known) => known.columns(['agent', 'path']).doUpdateSet({ offset }))
        .execute()
    },
    async cut(agent, { newest, since }) {
      const { rows } = await sql<{ seq: number }>`
        delete from conversations where agent = ${agent}
          and seq < (select max(seq) from conversations where agent = ${agent})
          and (kept_at < ${since} or seq <= coalesce(
            (select seq from conversations where agent = ${agent} order by seq desc limit 1 offset ${newest}), 0))
        returning seq`.execute(db)
      for (const { seq } of rows) await words.remove('conversation_words', seq)
      return rows.length
    },
  }
}

function saidIn({ kind, session, subagent, at, text, tool }: ConversationEntry) {
  return { kind, session, subagent, at, text, tool: tool && JSON.stringify(tool) }
}

/** What a tool was given is looked for as much as what was said. */
function wordsOf({ text, tool }: ConversationEntry): string {
  return tool
    ? `${text}
${tool.name}
${JSON.stringify(tool.input)}`
    : text
}
