// Looking around in files over HTTP: who may, and what no address leads to.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeChangeProject } from '../../fixtures/change-project.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let temp: TempFolder

beforeAll(async () => {
  temp = makeTempFolder()
  cmux = await buildCmux(NO_STANDBY)
  guarded = await startGuarded(cmux, 'files')
  await makeChangeProject(guarded, temp.path, 'shop', 'true')
  await guarded.run('agent', 'spawn', 'ada', '--runtime', 'demo', '--project', 'shop')
  await guarded.run(
    'agent',
    'spawn',
    'bob',
    '--runtime',
    'demo',
    '--in-checkout',
    '--yes',
    '--project',
    'shop',
  )
})

afterAll(async () => {
  await guarded.run('down', '--agents', '--now')
  cmux[Symbol.dispose]()
  temp[Symbol.dispose]()
})

const get = (path: string, token = guarded.owner) => ask(guarded, { path, token })

test('[U10] roots are the journal and workspaces; who has no workspace has no root', async () => {
  const { json } = await get('/api/files')
  expect((json as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([
    'journal',
    'workspace:ada',
  ])
  expect(await get('/api/files/workspace:bob')).toMatchObject({ status: 404 })
  expect(await get('/api/files/workspace:ada?path=a.txt')).toMatchObject({ json: { kind: 'file' } })
})

test.each([
  ['..', 400],
  ['../ada', 400],
  ['a/../../b', 400],
  ['/etc/passwd', 400],
  ['a//b', 400],
  ['./a.txt', 400],
  ['a.txt%00', 400],
  ['%2e%2e', 400],
  ['a.txt/below', 404],
  ['gone', 404],
])('[U10] [P7] path=%s is answered with %d', async (path, status) => {
  expect((await get(`/api/files/workspace:ada?path=${path}`)).status).toBe(status)
})

test.each(['..', 'workspace:..', 'workspace:%2e%2e', 'workspace:ada%2f..', 'tokens'])(
  '[U10] [P7] there is no root %s',
  async (root) => {
    expect([400, 404]).toContain((await get(`/api/files/${root}`)).status)
  },
)

test('[U10] [P7] is for people: no agent reads another one’s workspace by it', async () => {
  const { json } = await ask(guarded, {
    method: 'POST',
    path: '/api/tokens',
    token: guarded.owner,
    body: { role: 'agent', label: 'eve', agent: 'bob' },
  })
  const { secret } = json as { secret?: string }
  expect((await get('/api/files/workspace:ada', secret ?? 'none')).status).toBe(
    secret === undefined ? 401 : 403,
  )
})
