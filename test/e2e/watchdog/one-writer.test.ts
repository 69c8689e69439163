// Never two writers: a leader that was stopped and goes on has not lost its lock meanwhile, so nobody else can have it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { openNursery, type Nursery } from '../../fixtures/guarded-server.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

test('[M1] a stopped leader keeps the lead: another that is told to lead gives up, and the first writes on', async () => {
  const home = join(cmux.folder, 'one-writer')
  await using nursery = await openNursery(cmux.programs, home, 3)
  const [first, second, third] = nursery.servers
  if (!first || !second || !third) throw new Error('not enough servers')
  first.say('lead')
  await first.heard('leading')
  first.process.kill('SIGSTOP')
  second.say('lead')
  // It waits as long as a killed leader's lock could take to be free, and goes.
  await expect(second.heard('leading')).rejects.toThrow('it ended without saying leading')
  expect(await second.exited).toEqual([1, null])
  first.process.kill('SIGCONT')
  const token = readFileSync(join(home, 'tokens', 'owner'), 'utf8').trim()
  expect((await ask(nursery, { method: 'POST', path: '/api/login-links', token })).status).toBe(201)

  first.process.kill('SIGKILL')
  await first.exited
  third.say('lead')
  await third.heard('leading')
  expect(await listPids(nursery, token, 'server.started')).toEqual([first.process.pid, third.process.pid])
})

test('[P1] [P10] a server that is told three times at once to lead, and to hand over, does each once, and never leads again', async () => {
  const home = join(cmux.folder, 'told-often')
  await using nursery = await openNursery(cmux.programs, home, 2)
  const [first, second] = nursery.servers
  if (!first || !second) throw new Error('not enough servers')
  for (const word of ['lead', 'lead', 'lead']) first.say(word)
  await expect.poll(() => count(first.words, 'leading'), LIMIT).toBe(3)
  const token = readFileSync(join(home, 'tokens', 'owner'), 'utf8').trim()
  second.say('listen')
  await second.heard('listening')
  for (const word of ['drain', 'drain', 'lead', 'drain']) first.say(word)
  await expect.poll(() => count(first.words, 'yielded'), LIMIT).toBe(3)
  for (const word of ['lead', 'lead']) second.say(word)
  await expect.poll(() => count(second.words, 'leading'), LIMIT).toBe(2)
  expect(count(first.words, 'leading')).toBe(3)
  const pids = [first.process.pid, second.process.pid]
  expect(await listPids(nursery, token, 'server.started')).toEqual(pids)
  expect(await listPids(nursery, token, 'server.stopped')).toEqual(pids.slice(0, 1))
  const readLines = () => readFileSync(join(home, 'status.log'), 'utf8').trim().split('\n')
  const last = expect.stringMatching(new RegExp(`server.started .*pid=${second.process.pid} `))
  await expect.poll(readLines, LIMIT).toContainEqual(last)
  expect(readLines()).toEqual([...new Set(readLines())])
})

const LIMIT = { timeout: 20_000, interval: 10 }

const count = (words: readonly string[], word: string) => words.filter((each) => each === word).length

async function listPids(nursery: Nursery, token: string, wanted: string): Promise<(number | undefined)[]> {
  const { json } = await ask(nursery, { path: '/api/events?limit=1000', token })
  const { items } = json as { items: { type: string; data: { pid?: number } }[] }
  return items.filter(({ type }) => type === wanted).map(({ data }) => data.pid)
}
