// An agent in a loop: over HTTP, by its tools and with tasks it sends no more in a minute than it may.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startHttpClient } from '../../fixtures/mcp-client.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  const messages = { perMinute: 6, bytesPerMinute: 4096 }
  team = await startTeam(built, 'bound', { settings: { messages } })
  for (const name of ['anna', 'ben', 'carl']) await team.spawn(name)
  for (const name of ['anna', 'ben', 'carl']) await team.becomes(name, 'idle')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()
const post = (name: string, path: string, body: object) =>
  team.askAs(tokenOf(name), { method: 'POST', path, body })
const send = (name: string, body: string, id?: string) =>
  post(name, '/api/messages', { to: 'owner', body, ...(id && { id }) })

const REFUSED = {
  status: 429,
  json: {
    error: {
      code: 'TOO_MANY_REQUESTS',
      message: 'anna has sent as much as an agent may in a minute (6 messages, 4096 bytes)',
      hint: expect.stringMatching(/^wait \d+ s and send it again/),
    },
  },
}

test('[P8] an agent over its bound is refused over HTTP, by its tools and with tasks; nothing accepted is lost, and nobody else waits', async () => {
  await using tools = await startHttpClient(`http://127.0.0.1:${team.cmux.port}`, tokenOf('anna'))
  for (const id of ['a-1', 'a-2', 'a-3']) expect((await send('anna', id, id)).status).toBe(201)
  expect(await tools.call('send_message', { to: 'owner', body: 'a-4' })).toContain('accepted')
  expect((await post('anna', '/api/tasks', { title: 'a task' })).status).toBe(201)
  expect((await send('anna', 'a-5')).status).toBe(201)
  const refused = await send('anna', 'a-6')
  expect(refused).toMatchObject(REFUSED)
  const after = refused.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1]
  expect(Number(after)).toBeGreaterThan(0)
  await expect(tools.call('send_message', { to: 'owner', body: 'a-7' })).rejects.toThrow(
    /TOO_MANY_REQUESTS: anna has sent as much .* wait \d+ s/s,
  )
  expect(await post('anna', '/api/tasks', { title: 'one more' })).toMatchObject(REFUSED)
  // One that was accepted is answered again, as always.
  expect((await send('anna', 'a-1', 'a-1')).status).toBe(200)
  expect((await send('ben', 'b-1')).status).toBe(201)
  for (let count = 0; count < 12; count += 1) {
    const reply = await team.ask('POST', '/api/messages', { to: 'owner', body: `mine ${count}` })
    expect(reply.status).toBe(201)
  }
  const { items } = (await team.ask('GET', '/api/messages?agent=anna&with=owner')).json as {
    items: { from: string; body: string }[]
  }
  const sent = items.filter(({ from }) => from === 'anna').map(({ body }) => body)
  expect(sent.toSorted()).toEqual(['a-1', 'a-2', 'a-3', 'a-4', 'a-5'])
})

test('[P8] bytes are bounded as well, and one long message alone always goes', async () => {
  expect((await send('carl', 'x'.repeat(8000))).status).toBe(201)
  expect((await send('carl', 'short')).status).toBe(429)
})
