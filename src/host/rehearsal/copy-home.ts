// A home for the rehearsal: the data as it is at this moment and the settings, both without secrets, and an owner's token of its own.
// The live files are only ever read.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const BUSY_LIMIT_MS = 5000
/** The copy, the backup that a migration makes of it, and the log that both write. */
const ROOM_FACTOR = 3

/** `secret` becomes the owner's token there. Returns what was copied, in words. */
export function copyHome(home: string, copy: string, secret: string): string {
  const database = join(home, 'cmux.db')
  for (const folder of ['', 'tokens']) mkdirSync(join(copy, folder), { recursive: true, mode: 0o700 })
  writeFileSync(join(copy, 'config.json'), JSON.stringify(copiedConfig(home)), { mode: 0o600 })
  const owner = join('tokens', 'owner')
  writeFileSync(join(copy, owner), secret, { mode: 0o600 })
  if (!existsSync(database)) return 'there is no data yet'
  refuseNarrow(home, statSync(database).size)
  copyDatabase(database, join(copy, 'cmux.db'))
  replaceSecrets(join(copy, 'cmux.db'), { from: readOwner(join(home, owner)), to: secret })
  return `${statSync(join(copy, 'cmux.db')).size} bytes of data`
}

/** One consistent moment of it, while others go on writing. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: BUSY_LIMIT_MS })
  try {
    database.prepare('vacuum into ?').run(to)
  } finally {
    database.close()
  }
}

/** Tables with the hashes of secrets; an older schema may not have them all. */
const HASHED = ['tokens', 'login_codes'] as const

/**
 * The rows stay, since a release has to get along with them, and the hashes become others: no token or login code of the person or of
 * an agent means anything on the copy. Only the owner's is replaced by one that the rehearsal knows.
 */
function replaceSecrets(path: string, owner: { readonly from: string; readonly to: string }): void {
  const database = new DatabaseSync(path)
  try {
    // What was there does not stay in unused bytes of the file.
    database.exec('pragma secure_delete = on')
    const isThere = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?")
    const tables = HASHED.filter((table) => isThere.get(table) !== undefined)
    const rename = (table: string) => database.prepare(`update ${table} set hash = ? where hash = ?`)
    if (tables.includes('tokens')) rename('tokens').run(sha256(owner.to), sha256(owner.from))
    for (const table of tables)
      database
        .prepare(`update ${table} set hash = lower(hex(randomblob(32))) where hash <> ?`)
        .run(sha256(owner.to))
  } finally {
    database.close()
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function readOwner(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
}

/** A rehearsal must not be what fills the disk. */
function refuseNarrow(home: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(home)
  if (bavail * bsize < bytes * ROOM_FACTOR)
    throw new Error(`there is no room for a copy: free ${bytes * ROOM_FACTOR} bytes of disk space`)
}

function copiedConfig(home: string): object {
  const path = join(home, 'config.json')
  try {
    const config = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Notices) : {}
    return { ...withoutAddresses(config), host: '127.0.0.1', port: 0 }
  } catch (error) {
    throw new Error(`${path} can't be read: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
}

interface Notices {
  readonly notices?: { readonly channels?: Readonly<Record<string, { readonly url?: string }>> }
}

/** The address of a webhook is often its secret. Other secrets are files of the home, which are not copied. */
function withoutAddresses(config: Notices): object {
  const channels = Object.entries(config.notices?.channels ?? {}).map(
    ([name, channel]) =>
      [name, channel.url === undefined ? channel : { ...channel, url: 'https://channel.invalid/' }] as const,
  )
  if (channels.length === 0) return config
  return { ...config, notices: { ...config.notices, channels: Object.fromEntries(channels) } }
}
