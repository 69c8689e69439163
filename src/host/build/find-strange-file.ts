// What is in the folder of installed packages, file by file, as it was right after npm had checked every archive against the lockfile.
// Compared before each build: whoever has written there since is noticed.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `sum`: of the content, or where a link leads. `seen`: inode, size, mtime and ctime. While these are the same, nothing was written: a
 * program without root's rights can set a file's mtime back, but its ctime only moves on, and then the content is read.
 */
interface KnownFile {
  readonly sum: string
  readonly seen: string
}

type PackageRecord = Readonly<Record<string, KnownFile>>

const NAME = 'files.json'

/** `folder` holds `node_modules`, and gets the record beside it. */
export function writeRecord(folder: string): void {
  const packages = join(folder, 'node_modules')
  const record: Record<string, KnownFile> = {}
  for (const name of listFiles(packages)) record[name] = look(packages, name)
  keep(folder, record)
}

/** The first file that is not as it was installed, or was not installed; undefined when all is. A folder without a record is of nobody. */
export function findStrangeFile(folder: string): string | undefined {
  const record = readRecord(folder)
  if (record === undefined) return NAME
  const packages = join(folder, 'node_modules')
  const names = listFiles(packages)
  const refreshed: Record<string, KnownFile> = {}
  for (const name of names) {
    const known = record[name]
    if (known === undefined) return name
    if (known.seen === describeFile(join(packages, name))) continue
    const now = look(packages, name)
    if (now.sum !== known.sum) return name
    refreshed[name] = now
  }
  if (names.length < Object.keys(record).length) {
    const there = new Set(names)
    return Object.keys(record).find((name) => !there.has(name))
  }
  // Moved or restored, with the same content: that is seen faster the next time.
  if (Object.keys(refreshed).length > 0) keep(folder, { ...record, ...refreshed })
  return undefined
}

function readRecord(folder: string): PackageRecord | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as PackageRecord
  } catch {
    return undefined // none, or half of one: whatever is there was not installed by us
  }
}

function keep(folder: string, record: PackageRecord): void {
  const path = join(folder, NAME)
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(record), { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

function listFiles(folder: string, under = ''): string[] {
  return readdirSync(join(folder, under), { withFileTypes: true }).flatMap((entry) => {
    const name = under === '' ? entry.name : `${under}/${entry.name}`
    return entry.isDirectory() ? listFiles(folder, name) : [name]
  })
}

function look(packages: string, name: string): KnownFile {
  const path = join(packages, name)
  // First how it is, then what is in it: what is written in between has another ctime.
  const seen = describeFile(path)
  if (lstatSync(path).isSymbolicLink()) return { sum: `link to ${readlinkSync(path)}`, seen }
  return { sum: createHash('sha256').update(readFileSync(path)).digest('hex'), seen }
}

function describeFile(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
  return `${ino} ${size} ${mtimeNs} ${ctimeNs}`
}
