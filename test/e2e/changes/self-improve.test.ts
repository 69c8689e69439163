// Agents change code by the tool that cmux gives them, over MCP: one plans, another looks at it, and both hear what became of it,
// once, whatever is killed meanwhile.
import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { startHttpClient, startStdioClient } from '../../fixtures/mcp-client.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'self-improve')
  shop = makeRepository(join(realpathSync(built.folder), 'shop'), {
    'a.txt': 'one\n',
    'package.json': '{}\n',
    'cmux.json': JSON.stringify({ checks: [{ name: 'test', run: '! grep broken a.txt' }] }),
  })
  await team.ask('POST', '/api/projects', { path: shop.path, name: 'shop' })
  for (const name of ['anna', 'ben']) await team.spawn(name, { project: 'shop' })
  for (const name of ['anna', 'ben']) await team.becomes(name, 'idle')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const toolsOf = (agent: string) =>
  startStdioClient([process.execPath, join(built.programs, 'mcp.mjs')], {
    CMUX_URL: `http://127.0.0.1:${team.cmux.port}`,
    CMUX_TOKEN_FILE: join(team.cmux.home, 'agents', agent, 'token'),
  })
const idIn = (text: string) => /chg_\w+/.exec(text)?.[0] ?? ''
const sumIn = (text: string) => /sha256 (\w+)/.exec(text)?.[1] ?? ''
const plan = (file: string, content: string) => ({
  action: 'plan',
  description: 'better',
  targetFiles: [file],
  changes: [{ file, type: 'modify', description: 'why not', content }],
})
const lettersOf = async (agent: string, id: string) => {
  const { json } = await team.ask('GET', `/api/messages?agent=${agent}&limit=200`)
  return (json as { items: Message[] }).items.filter(
    ({ id: letter, to }) => to === agent && letter.includes(id),
  )
}

test('[I16] the guide is one question away, over standard input and over HTTP', async () => {
  await using stdio = await toolsOf('anna')
  const token = readFileSync(join(team.cmux.home, 'agents', 'anna', 'token'), 'utf8').trim()
  await using http = await startHttpClient(`http://127.0.0.1:${team.cmux.port}`, token)
  const guide = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'changing-code.md'), 'utf8')
  for (const anna of [stdio, http]) expect(await anna.call('self_improve', { action: 'guide' })).toBe(guide)
})

test('[I12] an agent plans and executes, and is told that it is adopted', async () => {
  await using anna = await toolsOf('anna')
  const planned = await anna.call('self_improve', plan('a.txt', 'two\n'))
  expect(planned).toContain('low risk')
  const id = idIn(planned)
  expect(await anna.call('self_improve', { action: 'execute', id })).toContain(`${id} is merged`)
  expect(readFileSync(join(shop.path, 'a.txt'), 'utf8')).toBe('two\n')
  expect(await anna.call('self_improve', { action: 'list' })).toContain(
    `${id} · merged · low risk · agent:anna · better`,
  )
  expect(await lettersOf('anna', id)).toMatchObject([
    { from: 'system', subject: expect.stringContaining('is merged') },
  ])
})

test('[I12] [I6] what fails its check is refused, and the agent reads what the check said', async () => {
  await using anna = await toolsOf('anna')
  const id = idIn(await anna.call('self_improve', plan('a.txt', 'broken\n')))
  const refused = await anna.call('self_improve', { action: 'execute', id })
  expect(refused).toContain('not merged (checks failed): nothing was changed')
  expect(refused).toContain('\n| broken')
  const [letter] = await lettersOf('anna', id)
  expect(letter).toMatchObject({ subject: expect.stringContaining('was not merged') })
  expect(letter?.body).toContain('| broken')
  expect(readFileSync(join(shop.path, 'a.txt'), 'utf8')).toBe('two\n')
})

test('[I12] [I9] an agent calls its own off, and nobody else’s', async () => {
  await using anna = await toolsOf('anna')
  await using ben = await toolsOf('ben')
  const [edit] = plan('a.txt', 'three\n').changes
  const odd = { ...plan('a.txt', 'three\n'), changes: [{ ...edit, risk: 'low', owner: 'me' }] }
  const planned = await anna.call('self_improve', odd)
  expect(planned).toContain('ignored, since no edit has such a field: risk, owner')
  const id = idIn(planned)
  expect(await anna.call('self_improve', { action: 'status' })).toContain(`${id} is a draft`)
  expect(await ben.refusal('self_improve', { action: 'status' })).toContain('id:')
  expect(await ben.refusal('self_improve', { action: 'cancel', id })).toMatch(/^FORBIDDEN/)
  expect(await ben.refusal('self_improve', { action: 'execute', id })).toMatch(/^FORBIDDEN/)
  expect(await anna.call('self_improve', { action: 'cancel' })).toContain(`${id} is canceled`)
  expect(await anna.refusal('self_improve', { action: 'status' })).toContain('id:')
})

test('[I13] [I14] [P7] a review waits through kill -9, is asked for once, and lets exactly that through', async () => {
  await using anna = await toolsOf('anna')
  await using ben = await toolsOf('ben')
  const planned = await anna.call('self_improve', plan('package.json', '{"name":"shop"}\n'))
  const id = idIn(planned)
  expect(await anna.call('self_improve', { action: 'execute', id })).toContain(
    'is in review; go on with something else',
  )
  const { leader } = await team.cmux.family()
  process.kill(leader, 'SIGKILL')
  await vi.waitFor(async () => expect((await team.cmux.family()).leader).not.toBe(leader), LIMIT)
  const answer = { action: 'review', id, verdict: 'approve', sha256: sumIn(planned) }
  expect(await anna.refusal('self_improve', answer)).toMatch(/^FORBIDDEN/)
  expect(await ben.refusal('self_improve', { ...answer, sha256: 'a'.repeat(64) })).toMatch(/^CONFLICT/)
  expect(await ben.call('self_improve', answer)).toContain(id)
  const state = async () => ((await team.ask('GET', `/api/improvements/${id}`)).json as Change).state
  await expect.poll(state, LIMIT).toBe('good')
  expect(shop.git('show', 'main:package.json')).toBe('{"name":"shop"}')
  const subjects = async (agent: string) => (await lettersOf(agent, id)).map(({ subject }) => subject)
  expect(await subjects('ben')).toEqual(['please review a change to shop: better'])
  expect(await subjects('anna')).toEqual([
    'change to shop is in review by ben: better',
    'change to shop is merged: better',
  ])
})
