// The journal on SQLite.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { JournalTableReader, JournalTableWriter, PageName } from '../../../core/journal/journal-table.ts'
import type { JournalEntry, JournalPage, JournalQuery } from '../../../protocol/journal/journal.ts'
import type { Schema } from '../schema.ts'
import type { WordIndex } from '../word-index.ts'
import { quoteWords } from './quote-words.ts'

type Row = Selectable<Schema['journal']>

/** What a list shows of a text. */
const TEXT_IN_LIST_CHARS = 8192
/** Read at once to be written on pages. */
const ENTRIES_AT_ONCE = 1000

export function makeJournalTableReader(db: Kysely<Schema>): JournalTableReader {
  return { ...readEntries(db), ...readProgress(db) }
}

type Entries = Pick<JournalTableReader, 'bySeq' | 'byId' | 'list' | 'pages' | 'after'>

function readEntries(db: Kysely<Schema>): Entries {
  const all = () => db.selectFrom('journal').selectAll()
  return {
    async bySeq(seq) {
      const [row] = await all().where('seq', '=', seq).execute()
      return row && entryFromRow(row)
    },
    async byId(id) {
      const [row] = await all().where('id', '=', id).execute()
      return row && entryFromRow(row)
    },
    async list(query) {
      const rows = await listQuery(db, query).execute()
      return rows.map(entryFromRow)
    },
    async pages(project, limit) {
      const rows = await db
        .selectFrom('journal')
        .select(({ fn }) => ['project', 'day', fn.countAll<number>().as('entries')])
        .$if(project !== undefined, (query) => query.where('project', '=', project ?? ''))
        .groupBy(['day', 'project'])
        .orderBy('day', 'desc')
        .orderBy('project')
        .limit(limit)
        .execute()
      return rows as JournalPage[]
    },
    async after(seq, bytes, page) {
      const sizes = await afterQuery(db, seq, page).select(['seq', 'bytes']).execute()
      const last = lastThatFits(sizes, bytes)
      if (last === undefined) return []
      const rows = await afterQuery(db, seq, page).selectAll().where('seq', '<=', last).execute()
      return rows.map(entryFromRow)
    },
  }
}

function listQuery(db: Kysely<Schema>, query: JournalQuery) {
  const { project, day, kind, agent, q, order, limit, cursor } = query
  const isNewest = order === 'newest'
  return (
    db
      .selectFrom('journal')
      .selectAll('journal')
      .select(
        // A short one whole: what is cut ends at a NUL, too.
        sql<string>`case when bytes <= ${sql.lit(TEXT_IN_LIST_CHARS)} then journal.text
          else substr(journal.text, 1, ${sql.lit(TEXT_IN_LIST_CHARS)}) end`.as('text'),
      )
      .$if(project !== undefined, (some) => some.where('project', '=', project ?? ''))
      .$if(day !== undefined, (some) => some.where('day', '=', day ?? ''))
      .$if(kind !== undefined, (some) => some.where('kind', '=', kind ?? ''))
      .$if(agent !== undefined, (some) => some.where('agent', '=', agent ?? ''))
      .$if(cursor !== undefined, (some) => some.where('seq', isNewest ? '<' : '>', cursor ?? 0))
      // The words lead, in the order that is wanted: it ends with the page, however many there are.
      .$if(
        q !== undefined,
        (some) =>
          some.innerJoin(
            sql<{ word_seq: number }>`(select rowid as word_seq from journal_words
              where journal_words match ${quoteWords(q ?? '')}
              ${cursor === undefined ? sql`` : isNewest ? sql`and rowid < ${cursor}` : sql`and rowid > ${cursor}`}
              order by rowid ${isNewest ? sql`desc` : sql`asc`})`.as('words'),
            'words.word_seq',
            'journal.seq',
          ) as unknown as typeof some,
      )
      .orderBy(q === undefined ? 'seq' : sql`word_seq`, isNewest ? 'desc' : 'asc')
      .limit(limit)
  )
}

function afterQuery(db: Kysely<Schema>, seq: number, page: PageName | undefined) {
  return db
    .selectFrom('journal')
    .where('seq', '>', seq)
    .$if(page !== undefined, (some) =>
      some.where('day', '=', page?.day ?? '').where('project', '=', page?.project ?? ''),
    )
    .orderBy('seq')
    .limit(ENTRIES_AT_ONCE)
}

/** At least one, or nothing would ever go on. */
function lastThatFits(
  sizes: readonly { readonly seq: number; readonly bytes: number }[],
  limit: number,
): number | undefined {
  let sum = 0
  const tooMany = sizes.findIndex(({ bytes }) => (sum += bytes) > limit)
  const count = tooMany === -1 ? sizes.length : Math.max(1, tooMany)
  return sizes[count - 1]?.seq
}

type Progress = Pick<JournalTableReader, 'writtenPages' | 'writtenPage' | 'cursor'>

function readProgress(db: Kysely<Schema>): Progress {
  const all = () => db.selectFrom('journal_pages').selectAll()
  type Page = Awaited<ReturnType<JournalTableReader['writtenPages']>>[number]
  return {
    writtenPages: async () => (await all().execute()) as Page[],
    async writtenPage({ project, day }) {
      const [row] = await all().where('project', '=', project).where('day', '=', day).execute()
      return row as Page | undefined
    },
    async cursor(name) {
      const [row] = await db.selectFrom('journal_cursors').select('seq').where('name', '=', name).execute()
      return row?.seq
    },
  }
}

export function makeJournalTableWriter(db: Kysely<Schema>, words: WordIndex): JournalTableWriter {
  return {
    ...makeJournalTableReader(db),
    async insert({ files, ...entry }) {
      await db
        .insertInto('journal')
        .values({ ...entry, files: JSON.stringify(files) })
        .execute()
      await words.add('journal_words', entry.seq, entry.text)
    },
    async putWrittenPage({ project, day, bytes }) {
      await db
        .insertInto('journal_pages')
        .values({ project, day, bytes })
        .onConflict((conflict) => conflict.columns(['project', 'day']).doUpdateSet({ bytes }))
        .execute()
    },
    async setCursor(name, seq) {
      await db
        .insertInto('journal_cursors')
        .values({ name, seq })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ seq }))
        .execute()
    },
  }
}

function entryFromRow({ files, ...row }: Row): JournalEntry {
  const known: unknown = JSON.parse(files)
  return { ...row, files: known } as JournalEntry
}
