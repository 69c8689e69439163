// Never two writers: a leader that was stopped and goes on has not lost its lock meanwhile, so nobody else can have it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { openNursery } from '../fixtures/guarded-server.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

test('[P1] [P4] a stopped leader keeps the lead: another that is told to lead gives up, and the first writes on', async () => {
  const home = join(cmux.folder, 'one-writer')
  await using nursery = await openNursery(cmux.programs, home, 3)
  const [first, second, third] = nursery.servers
  if (!first || !second || !third) throw new Error('not enough servers')
  first.say('lead')
  await first.heard('leading')
  first.process.kill('SIGSTOP')
  second.say('lead')
  // It waits as long as a killed leader's lock could take to be free, and goes.
  expect(await second.exited).toEqual([1, null])
  expect(second.words).not.toContain('leading')
  first.process.kill('SIGCONT')
  const token = readFileSync(join(home, 'tokens', 'owner'), 'utf8').trim()
  expect((await ask(nursery, { method: 'POST', path: '/api/login-links', token })).status).toBe(201)

  first.process.kill('SIGKILL')
  await first.exited
  third.say('lead')
  await third.heard('leading')
  const { json } = await ask(nursery, { path: '/api/events?limit=1000', token })
  const { items } = json as { items: { type: string; data: { pid?: number } }[] }
  const starts = items.filter(({ type }) => type === 'server.started').map(({ data }) => data.pid)
  expect(starts).toEqual([first.process.pid, third.process.pid])
})
