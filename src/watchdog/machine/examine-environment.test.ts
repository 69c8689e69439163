import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { examineEnvironment } from './examine-environment.ts'

const examine = async (home: string, what: string, searchPath = '') =>
  (await examineEnvironment(home, searchPath)).find((finding) => finding.what === what)

test('[H8] a sound database is found sound, also while somebody reads', async () => {
  using home = makeTempFolder()
  using database = new DatabaseSync(join(home.path, 'cmux.db'))
  database.exec('pragma journal_mode=wal; create table t (a); begin; select * from t')
  expect(await examine(home.path, 'database')).toEqual({
    what: 'database',
    state: 'ok',
    detail: 'The database is sound.',
    hint: '',
  })
})

test.each([
  ['against readers', 'create table t (a); begin exclusive'],
  ['against writers', 'pragma journal_mode=wal; create table t (a); begin immediate'],
])('[H8] a database that is locked %s is told from a damaged one', async (_, script) => {
  using home = makeTempFolder()
  using database = new DatabaseSync(join(home.path, 'cmux.db'))
  database.exec(script)
  expect(await examine(home.path, 'database')).toMatchObject({
    state: 'fail',
    detail: 'The database cmux.db is locked by another process.',
  })
})

test('[H8] a damaged database is named, with the way back', async () => {
  using home = makeTempFolder()
  writeFileSync(join(home.path, 'cmux.db'), 'no database at all '.repeat(100))
  expect(await examine(home.path, 'database')).toEqual({
    what: 'database',
    state: 'fail',
    detail: 'The database cmux.db is damaged: file is not a database.',
    hint: 'Run `cmux backup list`, then `cmux backup restore`.',
  })
})

test('[H8] a database is missed where there was one, and nowhere else', async () => {
  using home = makeTempFolder()
  expect(await examine(home.path, 'database')).toMatchObject({ state: 'ok' })
  mkdirSync(join(home.path, 'tokens'))
  writeFileSync(join(home.path, 'tokens', 'owner'), 'secret')
  expect(await examine(home.path, 'database')).toMatchObject({
    state: 'fail',
    detail: `The database cmux.db is missing in ${home.path}.`,
  })
})

test('[H8] a home that is not there is named', async () => {
  using folder = makeTempFolder()
  const home = join(folder.path, 'gone')
  expect(await examine(home, 'home')).toMatchObject({
    state: 'fail',
    detail: `The home directory ${home} does not exist.`,
  })
})

test('[H8] tmux is looked for on the PATH, and missing it is a warning', async () => {
  using home = makeTempFolder()
  expect(await examine(home.path, 'tmux', home.path)).toMatchObject({ state: 'warn', hint: 'Install tmux.' })
  writeFileSync(join(home.path, 'tmux'), '')
  chmodSync(join(home.path, 'tmux'), 0o755)
  expect(await examine(home.path, 'tmux', `/nowhere:${home.path}`)).toMatchObject({ state: 'ok' })
})
