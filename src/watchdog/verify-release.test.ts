import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { verifyRelease } from './verify-release.ts'

const PROGRAM = 'serve()'

interface Case {
  readonly reads?: readonly [number, number]
  /** What the data says of itself; text stands for a file that is no database. */
  readonly data?: readonly [version: number, readableFrom: number] | string
  readonly harm?: (folder: string) => void
  /** Built before a server had a loader: its program is one file. */
  readonly isOld?: boolean
}

/** What the table says of a release that nothing speaks against. */
const WELL = 'may be started'

function verdict({ reads, data, harm, isOld = false }: Case): string {
  using home = makeTempFolder()
  const folder = join(home.path, 'releases', 'one')
  mkdirSync(folder, { recursive: true })
  const sum = createHash('sha256').update(PROGRAM).digest('hex')
  const programs = isOld ? ['server.mjs'] : ['server.mjs', 'server.cjs']
  for (const name of programs) writeFileSync(join(folder, name), PROGRAM)
  const files = { ...Object.fromEntries(programs.map((name) => [name, sum])), 'web/index.html': 'gone' }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ files, ...(reads && { schema: { reads } }) }))
  if (data !== undefined) writeData(join(home.path, 'cmux.db'), data)
  harm?.(folder)
  return verifyRelease(home.path, 'one') ?? WELL
}

function writeData(path: string, data: NonNullable<Case['data']>): void {
  if (typeof data === 'string') {
    writeFileSync(path, data)
    return
  }
  const database = new DatabaseSync(path)
  database.exec('create table schema_versions (version integer, readable_from integer)')
  database.prepare('insert into schema_versions values (?, ?)').run(...data)
  database.close()
}

test.each<[string, Case, string]>([
  ['is whole, with no data yet', { reads: [0, 1] }, WELL],
  ['is whole and lacks a page of the front end', {}, WELL],
  ['knows the data', { reads: [0, 2], data: [1, 1] }, WELL],
  ['is older than the data, which only added', { reads: [0, 1], data: [3, 1] }, WELL],
  ['says nothing of schemas', { data: [9, 9] }, WELL],
  ['meets data that nobody can read', { reads: [0, 1], data: 'no database at all' }, WELL],
  ['meets an empty file', { reads: [0, 1], data: '' }, WELL],
  ['is too old for the data', { reads: [0, 1], data: [3, 2] }, 'it knows schemas 0 to 1, and the data has 3'],
  ['has left such old data behind', { reads: [4, 6], data: [3, 2] }, "it can't read the data"],
  ['was changed', { harm: (at) => writeFileSync(join(at, 'server.mjs'), 'harm()') }, 'server.mjs is damaged'],
  [
    'has another program behind its loader',
    { harm: (at) => writeFileSync(join(at, 'server.cjs'), 'harm()') },
    'server.cjs is damaged',
  ],
  [
    'has lost what its loader loads',
    { harm: (at) => rmSync(join(at, 'server.cjs')) },
    'it is damaged: ENOENT',
  ],
  ['is older than the loader', { isOld: true, reads: [0, 1] }, WELL],
  ['has lost its program', { harm: (at) => rmSync(join(at, 'server.mjs')) }, 'it is damaged: ENOENT'],
  ['has lost its manifest', { harm: (at) => rmSync(join(at, 'manifest.json')) }, 'it is damaged: ENOENT'],
  [
    'has half a manifest',
    { harm: (at) => writeFileSync(join(at, 'manifest.json'), '{"fi') },
    'it is damaged',
  ],
])('[P5] [R6] a release that %s', (_, situation, words) => {
  expect(verdict(situation)).toContain(words)
})
