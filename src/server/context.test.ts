import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { Config } from '../protocol/config.ts'
import { makeContext } from './context.ts'

test('[P1] [P10] a lead that is taken several times at once tells of a restore once and makes one token for the owner', async () => {
  using folder = makeTempFolder()
  const home = join(folder.path, 'home')
  mkdirSync(home)
  writeFileSync(join(home, 'restored.json'), JSON.stringify({ from: 'nothing', setAside: null }))
  await using context = await makeContext({
    home,
    config: Config.parse({}),
    release: { id: 'test-release', version: '0.0.0', guard: '', files: {} },
    webRoot: join(folder.path, 'web'),
    programs: folder.path,
    environment: { HOME: folder.path },
  })
  await Promise.all([context.lead(), context.lead()])
  await context.lead()
  const { events, tokens } = context.store.read
  const range = {
    after: 0,
    before: Number.MAX_SAFE_INTEGER,
    types: ['backup.restored', 'token.created'],
    limit: 9,
  }
  expect((await events.within(range)).map(({ type }) => type).toSorted()).toEqual([
    'backup.restored',
    'token.created',
  ])
  expect(await tokens.valid()).toHaveLength(1)
})
