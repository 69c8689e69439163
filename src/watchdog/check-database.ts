// Is the database sound? Asked in a process of its own, which can be ended: the check reads the whole file, and nothing in
// here may keep the port from answering.
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

/** SQLite's own numbers: busy, locked, corrupt, not a database. */
const CHECK = `
const { DatabaseSync } = require('node:sqlite')
const kinds = { 5: 'locked', 6: 'locked', 11: 'corrupt', 26: 'corrupt' }
// Readers of a write-ahead log never wait, so only a writer learns that another one does not let go.
const tryWriting = () => {
  try {
    const writer = new DatabaseSync(process.argv[1], { timeout: 300 })
    writer.exec('begin immediate')
    writer.exec('rollback')
  } catch (error) {
    if (kinds[error.errcode & 255] === 'locked') return 'locked'
  }
  return 'sound'
}
try {
  const database = new DatabaseSync(process.argv[1], { readOnly: true, timeout: 300 })
  const finding = String(Object.values(database.prepare('pragma quick_check(1)').get())[0])
  process.stdout.write(JSON.stringify(finding === 'ok' ? { kind: tryWriting() } : { kind: 'corrupt', detail: finding }))
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
