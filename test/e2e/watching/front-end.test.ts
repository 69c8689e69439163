// The front end damaged under a running release: seen, said, put back from the release's own copy, and no rollback.
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Event } from '../../../src/protocol/event.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { pageFile } from '../../fixtures/page-file.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let release: string

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'front-end')
  release = join(guarded.home, 'current')
})

afterAll(async () => {
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

async function frontEndEvents(): Promise<Event[]> {
  const { json } = await ask(guarded, { path: '/api/events?limit=1000', token: guarded.owner })
  const { items } = json as { items: unknown[] }
  return items.map((item) => Event.parse(item)).filter((event) => event.type.startsWith('frontend.'))
}

const readPage = async (path: string) => (await ask(guarded, { path })).status
const readFrontEnd = async () => {
  const { status, json } = await ask(guarded, { path: '/api/webhooks/health' })
  const { frontend } = json as { frontend: { status: string; detail?: string } }
  return { status, frontend: frontend.status, detail: frontend.detail }
}

const page = () => 'web/index.html'
const script = () => `web/${pageFile(release, 'script')}`
const style = () => `web/${pageFile(release, 'style')}`

test.each([
  ['its page deleted', page, (path: string) => rmSync(path)],
  ['its script emptied', script, (path: string) => truncateSync(path)],
  ['its script changed', script, (path: string) => appendFileSync(path, '\nalert(1)\n')],
  ['a style changed that health would not miss', style, (path: string) => appendFileSync(path, '*{}')],
  [
    'a folder in place of its page',
    page,
    (path: string) => {
      rmSync(path)
      mkdirSync(join(path, 'inner'), { recursive: true })
    },
  ],
  // In one step: a look in the middle of a removal would find half of it.
  ['the whole folder gone', page, (path: string) => renameSync(dirname(path), `${dirname(path)}.gone`)],
])('[H7] a front end with %s is put back as it was built, in the same release', async (_, find, harm) => {
  const name = find()
  const before = await guarded.family()
  const known = (await frontEndEvents()).length
  const whole = readFileSync(join(release, name))
  harm(join(release, name))
  await expect.poll(async () => (await frontEndEvents()).length, { timeout: 20_000 }).toBe(known + 2)
  const [damaged, restored] = (await frontEndEvents()).slice(known)
  expect([damaged?.type, restored?.type]).toEqual(['frontend.damaged', 'frontend.restored'])
  expect(damaged?.data['files']).toContain(name)
  expect(restored?.data).toEqual(damaged?.data)
  expect(readFileSync(join(release, name))).toEqual(whole)
  expect([await readPage('/'), await readPage(`/${pageFile(release, 'script')}`)]).toEqual([200, 200])
  await expect.poll(readFrontEnd).toEqual({ status: 200, frontend: 'healthy' })
  expect(await guarded.family()).toEqual(before)
})

test('[H7] when the copy is damaged too, health names the file, serving goes on, and nothing is rolled back', async () => {
  const before = await guarded.family()
  const copy = readFileSync(join(release, 'web.copy'))
  writeFileSync(join(release, 'web.copy'), '{}')
  const known = (await frontEndEvents()).length
  const name = script()
  appendFileSync(join(release, name), '//')
  await expect
    .poll(readFrontEnd, { timeout: 20_000 })
    .toEqual({ status: 200, frontend: 'degraded', detail: expect.stringContaining(name) })
  expect((await guarded.run('status')).stdout).toMatch(new RegExp(`front end +degraded +${name}`))
  expect(await guarded.family()).toEqual(before)
  writeFileSync(join(release, 'web.copy'), copy)
  await expect.poll(readFrontEnd, { timeout: 20_000 }).toEqual({ status: 200, frontend: 'healthy' })
  // However long it lasted, it was told once.
  expect((await frontEndEvents()).slice(known).map((event) => event.type)).toEqual([
    'frontend.damaged',
    'frontend.restored',
  ])
})
