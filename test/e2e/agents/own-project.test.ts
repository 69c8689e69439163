// What an agent of one project sees and does of another one: over HTTP, over MCP and over A2A. People and a supervisor without a project
// see all of it.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AlertRecord } from '../../../src/core/alerts/alert-table.ts'
import type { AlertId, ProjectName } from '../../../src/protocol/ids.ts'
import { ROUTES, type Route } from '../../../src/protocol/routes.ts'
import { timestampFromMs } from '../../../src/protocol/timestamp.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import { ask, type Reply } from '../../fixtures/ask.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startHttpClient } from '../../fixtures/mcp-client.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

const CANARY = 'canary'
const TASK = 'tsk_01hqz3v1h0e8y6x5w4t3s2r1q0'
const FREE = 'tsk_01hqz3v1h0e8y6x5w4t3s2r1q1'
const CHANGE = 'chg_01hqz3v1h0e8y6x5w4t3s2r1q0'
const ALERT = 'alr_01hqz3v1h0e8y6x5w4t3s2r1q0'

let server: InProcessServer
const tokens = new Map<string, string>()
beforeAll(async () => {
  server = await startServer()
  for (const name of ['shop', CANARY]) {
    const repository = makeRepository(join(server.home, '..', name))
    repository.commit({ 'a.txt': 'a\n', 'package.json': '{"scripts":{"test":"true"}}' })
    await must('POST', '/api/projects', { path: repository.path })
  }
  await hire('ada', 'worker', 'shop')
  await hire('lead', 'supervisor', 'shop')
  await hire('chief', 'supervisor')
  await hire(`${CANARY}-bob`, 'worker', CANARY)
  await must('POST', '/api/tasks', { id: TASK, title: CANARY, body: CANARY, project: CANARY })
  await must('POST', '/api/tasks', { id: FREE, title: 'for anybody' })
  const changes = [{ type: 'modify', file: 'a.txt', content: `${CANARY}\n` }]
  const plan = { id: CHANGE, project: CANARY, description: CANARY, changes }
  await must('POST', '/api/improvements', plan)
  await must('PUT', '/api/budgets', { scope: `project:${CANARY}`, limits: { turns: 5 } })
  await server.context.store.write(({ alerts }) => alerts.insert(alert()))
}, 60_000)
afterAll(() => server[Symbol.asyncDispose]())

function alert(): AlertRecord {
  const at = timestampFromMs(0)
  return {
    id: ALERT as AlertId,
    kind: 'log',
    project: CANARY as ProjectName,
    where: null,
    title: CANARY,
    lines: [CANARY],
    matter: CANARY,
    count: 1,
    firstAt: at,
    lastAt: at,
    told: 1,
    toldAt: at,
    state: 'open',
    acknowledgedBy: null,
    acknowledgedAt: null,
    attachment: null,
  }
}

async function must(method: string, path: string, body: unknown): Promise<Reply> {
  const reply = await ask(server, { method, path, token: server.owner, body })
  expect(reply.status, `${method} ${path}: ${reply.body}`).toBeLessThan(300)
  return reply
}

async function hire(name: string, role: string, project?: string): Promise<void> {
  const body = { role, purpose: name, ...(project !== undefined && { project }) }
  await must('PUT', `/api/agents/${name}/elsewhere`, body)
  const reply = await must('POST', '/api/tokens', { role: 'agent', agent: name })
  tokens.set(name, (reply.json as CreatedToken).secret)
}

const as = (name: string, method: string, path: string, body?: unknown) =>
  ask(server, { method, path, token: tokens.get(name) ?? '', ...(body !== undefined && { body }) })

/** Lists that agents may ask for. A route that is added is in here by itself. */
const LISTS = Object.entries<Route>(ROUTES).flatMap(([key, { access, speaks }]) => {
  const [method, path = ''] = key.split(' ')
  const isList = method === 'GET' && !path.includes(':') && speaks === undefined
  return isList && access !== 'public' && access.includes('agent') ? [path] : []
})

test.each(LISTS)('[L8] %s tells an agent nothing of other projects', async (path) => {
  for (const name of ['ada', 'lead']) expect((await as(name, 'GET', path)).body).not.toContain(CANARY)
})

test.each([
  `/api/tasks/${TASK}`,
  `/api/improvements/${CHANGE}`,
  `/api/improvements/${CHANGE}/output?check=test`,
  `/api/alerts/${ALERT}`,
  `/api/projects/${CANARY}`,
  `/api/services/${CANARY}`,
  `/api/agents/${CANARY}-bob`,
  `/a2a/agents/${CANARY}-bob/card`,
])('[L8] %s is not there for agents of another project, and is for those who oversee it', async (path) => {
  for (const name of ['ada', 'lead']) expect([403, 404]).toContain((await as(name, 'GET', path)).status)
  const asOwner = await ask(server, { path, token: server.owner })
  expect((await as('chief', 'GET', path)).body).toBe(asOwner.body)
})

test.each<[string, string, string, unknown]>([
  ['takes a task there', 'PATCH', `/api/tasks/${TASK}`, { assignee: 'lead' }],
  ['ends a task there', 'PATCH', `/api/tasks/${TASK}`, { state: 'canceled' }],
  ['gives a task to somebody there', 'PATCH', `/api/tasks/${FREE}`, { assignee: `${CANARY}-bob` }],
  ['adds a task there', 'POST', '/api/tasks', { title: 'a', project: CANARY }],
  ['adds a part of a task there', 'POST', '/api/tasks', { title: 'a', parent: TASK }],
  ['adds a task after one there', 'POST', '/api/tasks', { title: 'a', after: [TASK] }],
  ['lets a change there go', 'POST', `/api/improvements/${CHANGE}/execute`, {}],
  ['calls off a change there', 'POST', `/api/improvements/${CHANGE}/cancel`, {}],
  [
    'refuses a change there',
    'POST',
    `/api/improvements/${CHANGE}/review`,
    { verdict: 'refuse', reason: 'a' },
  ],
])('[L8] no supervisor of another project %s', async (_, method, path, body) => {
  expect([403, 404]).toContain((await as('lead', method, path, body)).status)
})

test('[L8] the same holds over MCP', async () => {
  const { url } = server
  await using client = await startHttpClient(url, tokens.get('lead') ?? '')
  const answers = [
    await client.call('list_tasks', { all: true }),
    await client.call('list_tasks', { project: CANARY }),
    await client.call('list_agents'),
    await client.call('self_improve', { action: 'list' }),
    await client.call('self_improve', { action: 'list', project: CANARY }),
  ]
  expect(answers.join('\n')).not.toContain(CANARY)
  for (const [tool, input] of [
    ['list_tasks', { task: TASK }],
    ['self_improve', { action: 'status', id: CHANGE }],
  ] as const)
    expect(await client.refusal(tool, input)).toContain('there is no')
})

test('[L8] an agent goes on with what is its own or everybody’s', async () => {
  expect((await as('ada', 'PATCH', `/api/tasks/${FREE}`, { assignee: 'ada' })).status).toBe(200)
  const own = (await as('ada', 'POST', '/api/tasks', { title: 'mine' })).json as { id: string }
  expect((await as('lead', 'PATCH', `/api/tasks/${own.id}`, { priority: 'high' })).status).toBe(200)
  expect((await as('ada', 'GET', '/api/agents')).body).toContain('"chief"')
})
