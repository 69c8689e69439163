// An agent's conversation over HTTP and the command line: whole, once, also after kills and restarts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../src/protocol/messages/history.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { killAll } from '../../fixtures/kill-all.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'history')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const page = async (name: string, query = '') =>
  (await team.ask('GET', `/api/agents/${name}/history?limit=1000${query}`)).json as {
    items: HistoryEntry[]
    next: string | null
  }
const gist = ({ kind, text, tool }: HistoryEntry) => `${kind} ${tool ? tool.name : text.split('\n').at(-1)}`
const gists = async (name: string, query = '') => (await page(name, query)).items.map(gist)

test('[C6] what an agent is asked, answers and does is there, in order, once; also after everything was killed', async () => {
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  await team.prompt('anna', 'run echo hello\nsay first words')
  await expect.poll(() => gists('anna', '&kind=answer'), LIMIT).toContain('answer first words')
  await killAll(team.cmux.home)
  await team.cmux.run('up', '--no-open')
  await team.becomes('anna', 'idle')
  await team.prompt('anna', 'say second words')
  await expect.poll(() => gists('anna', '&kind=answer'), LIMIT).toContain('answer second words')
  const found = await gists('anna')
  expect(found.filter((line) => !line.startsWith('mark'))).toEqual([
    'prompt say first words',
    'tool Bash',
    'result Bash',
    'answer first words',
    'prompt say second words',
    'answer second words',
  ])
  const { stdout } = await team.cmux.run('agent', 'history', 'anna', '--search', 'hello')
  expect(stdout).toMatch(/^\d+ · tool · Bash\n {2}.*echo hello/m)
})

test('[C3] [C6] pages go by number, and mail is in the histories of both who wrote it, by its id', async () => {
  await team.spawn('ben')
  await team.becomes('ben', 'idle')
  await team.ask('POST', '/api/messages', { id: 'm1', to: 'ben', body: 'send anna hello ben' })
  await team.reaches('m1', 'seen')
  const sent = async () => (await page('ben', '&kind=message')).items.map(({ id, text }) => [id, text])
  await expect.poll(async () => (await sent()).length, LIMIT).toBe(2)
  const [got, wrote] = await sent()
  expect(got).toEqual(['message:m1', 'from owner: send anna hello ben'])
  expect(wrote?.[1]).toBe('to anna: hello ben')
  expect((await page('anna', '&kind=message')).items.map(({ id }) => id)).toContain(wrote?.[0])
  const all = (await page('ben')).items
  const numbers = all.map(({ seq }) => seq)
  const { json } = await team.ask('GET', '/api/agents/ben/history?limit=1&after=0')
  const first = json as { items: HistoryEntry[]; next: string }
  expect([first.items.map(({ seq }) => seq), first.next]).toEqual([numbers.slice(0, 1), String(numbers[0])])
  const rest = (await page('ben', `&after=${first.next}`)).items.map(({ seq }) => seq)
  // It may go on meanwhile.
  expect(rest.slice(0, numbers.length - 1)).toEqual(numbers.slice(1))
})

test('[C6] a program tells of its own conversation, each entry once; nobody tells of what cmux reads itself', async () => {
  const { secret } = (await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'far' }))
    .json as CreatedToken
  const put = (name: string, entries: unknown) =>
    team.askAs(secret, { method: 'PUT', path: `/api/agents/${name}/history`, body: { entries } })
  await team.askAs(secret, { method: 'POST', path: '/api/agents/far/heartbeat', body: {} })
  const entries = ['a', 'b'].map((id) => ({ id, kind: 'answer', text: `words of ${id}` }))
  expect((await put('far', entries)).json).toMatchObject({ added: 2, known: 0 })
  expect((await put('far', [...entries, { id: 'c', kind: 'mark', text: 'clear' }])).json).toMatchObject({
    added: 1,
    known: 2,
  })
  expect(await gists('far')).toEqual(['answer words of a', 'answer words of b', 'mark clear'])
  expect((await put('anna', entries)).status).toBe(403)
  const asOwner = await team.ask('PUT', '/api/agents/anna/history', { entries })
  expect(errorCode(asOwner)).toBe('CONFLICT')
})
