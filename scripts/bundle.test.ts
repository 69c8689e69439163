import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeGitCheckout, type GitCheckout } from '../test/fixtures/git-checkout.ts'
import { allMigrations } from '../src/adapters/store/migrations/all-migrations.ts'
import { makeTempFolder } from '../test/fixtures/temp-folder.ts'
import { bundle } from './bundle.ts'

const root = join(import.meta.dirname, '..')

const readManifest = (place: string) =>
  JSON.parse(readFileSync(join(place, 'manifest.json'), 'utf8')) as { id: string; files: object }

let checkout: GitCheckout
beforeAll(async () => {
  checkout = await makeGitCheckout()
})
afterEach(() => checkout.git('checkout', '--quiet', '.'))
afterAll(() => checkout[Symbol.dispose]())

test('[P5] the same sources give the same build, to the byte, wherever they are and it is put', async () => {
  using folder = makeTempFolder()
  const places = ['one', 'deeper/other'].map((name) => join(folder.path, name))
  const origin = { commit: checkout.git('rev-parse', 'HEAD'), dirty: false }
  await Promise.all(places.map((place) => bundle(root, place, origin)))
  const [one, other, elsewhere] = [...places, checkout.programs].map(readManifest)
  expect([other, elsewhere]).toEqual([one, one])
  expect(one).toMatchObject({ schema: { reads: [0, allMigrations.at(-1)?.version] } })
  expect(Object.keys(one?.files ?? {})).toEqual(
    expect.arrayContaining([
      'server.mjs',
      'server.cjs',
      'cli.mjs',
      'cli/main.mjs',
      'hook.mjs',
      'demo-agent.mjs',
      'roles/worker.md',
      'changing-code.md',
      'web/index.html',
      expect.stringMatching(/^web\/assets\/main-[\w-]+\.js$/),
    ]),
  )
})

test('[P5] a build names its commit, and one with edits in it says so in its name', async () => {
  const commit = checkout.git('rev-parse', 'HEAD')
  const short = commit.slice(0, 12)
  const clean = readManifest(checkout.programs)
  expect(clean).toMatchObject({ id: expect.stringMatching(`^${short}-[0-9a-f]{12}$`), commit, dirty: false })
  checkout.edit('src/cli/verbs.ts', 'show a summary of everything', 'show a summary of it all')
  await checkout.rebuild()
  expect(readManifest(checkout.programs)).toMatchObject({
    id: expect.stringMatching(`^${short}-dirty-[0-9a-f]{12}$`),
    commit,
    dirty: true,
  })
})

test('[I5] [P5] a front end that does not build fails the build, as a program does', async () => {
  const before = readManifest(checkout.programs)
  checkout.edit('src/web/main.tsx', 'import ', 'imp0rt ')
  await expect(checkout.rebuild()).rejects.toThrow('main.tsx')
  expect(readManifest(checkout.programs)).toEqual(before)
})
