// The full-text indexes, written once for a batch and not by each job in it: SQLite's full-text tables write out all that they
// hold whenever a savepoint is set, so each message would become a segment of its own, to be merged with others later.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Turn } from './kysely-dialect.ts'

const ADD = {
  message_words: 'insert into message_words (rowid, subject, body) values (?, ?, ?)',
  conversation_words: 'insert into conversation_words (rowid, text) values (?, ?)',
  journal_words: 'insert into journal_words (rowid, text) values (?, ?)',
} as const

const REMOVE = {
  conversation_words: 'delete from conversation_words where rowid = ?',
} as const

/** What jobs say of words is found by a search after the commit of their batch, as everything else of them is. */
export interface WordIndex {
  add(table: keyof typeof ADD, seq: number, ...columns: readonly string[]): Promise<void>
  remove(table: keyof typeof REMOVE, seq: number): Promise<void>
}

export interface BatchedWordIndex extends WordIndex {
  begin(): void
  mark(): void
  undo(): void
  /** Writes what the jobs that were kept have said, in their order. */
  flush(): void
}

export function makeWordIndex(database: DatabaseSync, turn: Turn): BatchedWordIndex {
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string) => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  let changes: (readonly [sql: string, seq: number, ...columns: string[]])[] = []
  let marked = 0
  return {
    begin: () => void (changes = []),
    mark: () => void (marked = changes.length),
    undo: () => void (changes.length = marked),
    flush() {
      for (const [sql, ...values] of changes) prepare(sql).run(...values)
    },
    add: (table, seq, ...columns) => turn(() => void changes.push([ADD[table], seq, ...columns])),
    remove: (table, seq) => turn(() => void changes.push([REMOVE[table], seq])),
  }
}
