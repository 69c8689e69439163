// Looks at the file before anything is built on it. A small file is checked whole. Of a large one this reads the schema and both ends
// of every table, which takes as long as for a small one; the rest is checked in the background (decision 225).
import type { DatabaseSync } from 'node:sqlite'

/** Checking so much takes about as long as the rest of a start does not notice. */
export const WHOLE_CHECK_MAX_BYTES = 16 * 1024 ** 2
/** What was written last is what a crash could have hurt. */
const NEWEST_ROWS = 100

/** What is wrong with the database, or undefined when nothing was found. Damage that SQLite itself meets is thrown. */
export function checkIntegrity(
  database: DatabaseSync,
  how: 'whole' | 'as far as is quick',
): string | undefined {
  if (how === 'whole' || sizeOf(database) <= WHOLE_CHECK_MAX_BYTES) return checkWhole(database)
  readEnds(database)
  return undefined
}

function sizeOf(database: DatabaseSync): number {
  const [pages] = database.prepare('pragma page_count').all()
  const [size] = database.prepare('pragma page_size').all()
  return Number(pages?.['page_count']) * Number(size?.['page_size'])
}

function checkWhole(database: DatabaseSync): string | undefined {
  const rows = database.prepare('pragma quick_check(5)').all()
  const findings = rows.map((row) => String(row['quick_check'])).filter((finding) => finding !== 'ok')
  return findings.length > 0 ? findings.join('; ').replaceAll('\n', ' ') : undefined
}

function readEnds(database: DatabaseSync): void {
  const tables = database
    .prepare("select name, wr from pragma_table_list where type in ('table', 'shadow')")
    .all()
  for (const { name, wr } of tables) {
    const table = `"${String(name).replaceAll('"', '""')}"`
    database.prepare(`select * from ${table} limit 1`).all()
    if (wr === 0) database.prepare(`select * from ${table} order by rowid desc limit ${NEWEST_ROWS}`).all()
  }
}
