// Looks at the file before anything is built on it.
import type { DatabaseSync } from 'node:sqlite'

/** What is wrong with the database, or undefined when it is sound. */
export function checkIntegrity(database: DatabaseSync): string | undefined {
  const rows = database.prepare('pragma quick_check(5)').all()
  const findings = rows.map((row) => String(row['quick_check'])).filter((finding) => finding !== 'ok')
  return findings.length > 0 ? findings.join('; ') : undefined
}
