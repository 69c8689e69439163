// Is the database sound? Asked in a process of its own, which can be ended: reading a file may take long, and nothing in here may
// keep the port from answering.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export type DatabaseState =
  | { readonly kind: 'sound' | 'locked' }
  /** `expected`: this home has been in use, so there should be one. */
  | { readonly kind: 'absent'; readonly expected: boolean }
  | { readonly kind: 'corrupt' | 'unreadable' | 'unknown'; readonly detail: string }

/** Below the probe's limit of 2 s, since the health answer waits for the first check. */
const CHECK_LIMIT_MS = 1200

/**
 * The server's own rules (src/adapters/store/check-integrity.ts): a small file is checked whole; of a large one both ends of every
 * table are read, and the kept verdict of the last whole check counts. The numbers are SQLite's: busy, locked, corrupt, not a database.
 */
const CHECK = `
const { readFileSync, statSync } = require('node:fs')
const { dirname, join } = require('node:path')
const { DatabaseSync } = require('node:sqlite')
const WHOLE_MAX_BYTES = 16 * 1024 ** 2
const kinds = { 5: 'locked', 6: 'locked', 11: 'corrupt', 26: 'corrupt' }
const path = process.argv[1]
// Readers of a write-ahead log never wait, so only a writer learns that another one does not let go.
const tryWriting = () => {
  try {
    const writer = new DatabaseSync(path, { timeout: 300 })
    writer.exec('begin immediate')
    writer.exec('rollback')
  } catch (error) {
    if (kinds[error.errcode & 255] === 'locked') return 'locked'
  }
  return 'sound'
}
const readVerdict = () => {
  try {
    const known = JSON.parse(readFileSync(join(dirname(path), 'database-check.json'), 'utf8'))
    const { ino, mtimeMs } = statSync(path)
    if (known.inode !== ino || known.state !== 'damaged') return undefined
    return { detail: String(known.detail), isChanged: known.changedMs !== mtimeMs }
  } catch {
    return undefined
  }
}
const findDamage = (database) => {
  const known = readVerdict()
  if (known && !known.isChanged) return known.detail
  // It may have been restored in place.
  if (known || statSync(path).size <= WHOLE_MAX_BYTES) {
    const finding = String(Object.values(database.prepare('pragma quick_check(1)').get())[0])
    return finding === 'ok' ? undefined : finding.replaceAll('\\n', ' ')
  }
  for (const { name, wr } of database.prepare("select name, wr from pragma_table_list where type in ('table', 'shadow')").all()) {
    const table = '"' + name.replaceAll('"', '""') + '"'
    database.prepare('select * from ' + table + ' limit 1').all()
    if (wr === 0) database.prepare('select * from ' + table + ' order by rowid desc limit 100').all()
  }
  return undefined
}
try {
  const detail = findDamage(new DatabaseSync(path, { readOnly: true, timeout: 300 }))
  process.stdout.write(JSON.stringify(detail === undefined ? { kind: tryWriting() } : { kind: 'corrupt', detail }))
} catch (error) {
  const kind = kinds[error.errcode & 255] ?? 'unreadable'
  process.stdout.write(JSON.stringify({ kind, detail: error.message }))
}`

export function checkDatabase(home: string): Promise<DatabaseState> {
  const path = join(home, 'cmux.db')
  if (!existsSync(path))
    return Promise.resolve({ kind: 'absent', expected: existsSync(join(home, 'tokens', 'owner')) })
  const { promise, resolve } = Promise.withResolvers<DatabaseState>()
  const args = ['--no-warnings', '--input-type=commonjs', '-e', CHECK, path]
  const options = { timeout: CHECK_LIMIT_MS, killSignal: 'SIGKILL', env: {}, encoding: 'utf8' } as const
  execFile(process.execPath, args, options, (error, stdout) => {
    if (stdout !== '') resolve(JSON.parse(stdout) as DatabaseState)
    else if (error?.killed === true)
      resolve({ kind: 'unknown', detail: `checking it took longer than ${CHECK_LIMIT_MS} ms` })
    else resolve({ kind: 'unknown', detail: error?.message ?? 'the check said nothing' })
  })
  return promise
}
