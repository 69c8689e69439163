import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ROUTES, type Route } from '../../../src/protocol/routes.ts'
import { ask } from '../../fixtures/ask.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { createToken, logIn } from '../../fixtures/make-tokens.ts'
import { headerOf } from '../../fixtures/raw-exchange.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

let server: InProcessServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

/** The shape of OpenAPI 3.1, as far as our document uses it: nothing else may be in there. */
const JsonSchema = z.record(z.string(), z.unknown())
const Content = z.record(
  z.string().regex(/^[a-z]+\/[a-z-]+$/),
  z.strictObject({ schema: JsonSchema.optional() }),
)
const Operation = z.strictObject({
  summary: z.string().min(5),
  security: z.array(z.record(z.literal('token'), z.array(z.string()).min(1))),
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      in: z.enum(['path', 'query']),
      required: z.boolean(),
      schema: JsonSchema,
    }),
  ),
  requestBody: z.strictObject({ required: z.literal(true), content: Content }).optional(),
  responses: z.record(
    z.string().regex(/^(?:[1-5]\d\d|default)$/),
    z.strictObject({ description: z.string().min(1), content: Content.optional() }),
  ),
})
const Document = z.strictObject({
  openapi: z.literal('3.1.0'),
  info: z.strictObject({ title: z.string(), version: z.string() }),
  components: z.strictObject({
    securitySchemes: z.strictObject({
      token: z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') }),
    }),
  }),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete']), Operation),
  ),
})

async function readDocument() {
  const reply = await ask(server, { path: '/api/openapi.json', token: server.owner })
  expect(reply.status).toBe(200)
  return Document.parse(reply.json)
}

describe('GET /api/openapi.json', () => {
  test('is OpenAPI 3.1 and describes every route of the table, and no other', async () => {
    const { paths } = await readDocument()
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    )
    expect(described.toSorted()).toEqual(Object.keys(ROUTES).toSorted())
  })

  test('names every placeholder of a path as a required parameter, and says who may call', async () => {
    const { paths } = await readDocument()
    for (const [path, item] of Object.entries(paths))
      for (const [method, operation] of Object.entries(item)) {
        const named = operation.parameters.filter(({ in: place }) => place === 'path')
        const wanted = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
        expect(named.map(({ name, required }) => [name, required])).toEqual(
          wanted.map((name) => [name, true]),
        )
        const address = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
        const { access }: Route = ROUTES[address as keyof typeof ROUTES]
        expect(operation.security).toEqual(access === 'public' ? [] : [{ token: access }])
        expect(Object.keys(operation.responses)).toContain('default')
      }
  })

  test('has JSON schemas that refer to nothing outside of themselves', async () => {
    const text = JSON.stringify(await readDocument())
    expect(text).not.toContain('"$ref":"http')
    expect(text).not.toContain('"$schema":"')
  })
})

const CALLS = [
  ['GET /api/webhooks/health', {}],
  ['GET /api/status', {}],
  ['GET /api/next', {}],
  ['GET /api/guide', {}],
  ['GET /api/me', {}],
  ['GET /api/events', { search: '?after=0&limit=2' }],
  ['GET /api/audit', { search: '?before=9&limit=2&types=token.*' }],
  ['GET /api/audit/verification', {}],
  ['GET /api/tokens', { search: '?limit=1' }],
  ['POST /api/tokens', { body: { role: 'agent', agent: 'anna', label: 'x', expiresInSec: 60 } }],
  ['DELETE /api/tokens/:id', {}],
  ['POST /api/backups', {}],
  ['GET /api/backups', {}],
  ['POST /api/login-links', {}],
  ['POST /api/restart', {}],
  ['GET /api/releases', {}],
  ['GET /api/agents', {}],
  ['GET /api/runtimes', {}],
  ['POST /api/pause', { body: {} }],
  ['GET /api/prove/last', {}],
  ['GET /api/rules', {}],
  ['POST /api/rules/test', { body: { tool: 'Bash', input: { command: 'ls' } } }],
  ['POST /api/resume', {}],
  ['POST /api/states', {}],
  ['GET /api/budgets', { search: '?scope=all' }],
  ['PUT /api/budgets', { body: { scope: 'all', limits: { tokens: 1_000_000 }, per: 'day' } }],
  ['POST /api/budgets/requests', { body: { scope: 'all', per: 'day', more: { tokens: 5 } } }],
  ['GET /api/usage', { search: '?by=model&step=day' }],
  ['GET /api/usage/check', {}],
  ['GET /api/projects', { search: '?all=true' }],
  ['POST /api/projects', {}],
  ['GET /api/projects/:name', {}],
  ['DELETE /api/projects/:name', {}],
  ['POST /api/projects/:name/trust', {}],
  ['POST /api/messages', { body: { to: 'owner', body: 'hello' } }],
  ['GET /api/messages', { search: '?newest=true' }],
  ['GET /api/messages/:id', {}],
  ['POST /api/messages/:id/ack', {}],
  ['GET /api/ledger', {}],
  ['GET /api/unread', {}],
  ['POST /api/webhooks/:source', { body: { event: 'push' } }],
  ['GET /.well-known/agent-card.json', {}],
  ['GET /api/approvals', { search: '?state=waiting,used' }],
  ['POST /api/approvals', { body: { title: 'delete it', content: 'rm -r build' } }],
  ['POST /api/tasks', { body: { title: 'mend it' } }],
  ['GET /api/tasks', { search: '?open=true' }],
  ['GET /api/tasks/:id', {}],
  ['PATCH /api/tasks/:id', { body: { state: 'working', note: 'begun' } }],
  ['POST /api/journal', { body: { text: 'a note' } }],
  ['GET /api/journal', { search: '?q=note' }],
  ['GET /api/journal/pages', {}],
  ['GET /api/notices', { search: '?limit=5&state=dead' }],
  ['POST /api/notices/test', { body: {} }],
  ['POST /api/notices/check', {}],
  ['GET /api/metrics', { search: '?points=10' }],
  ['GET /api/discrepancies', {}],
  ['POST /api/discrepancies/fix', { body: {} }],
  ['GET /api/alerts', { search: '?state=open' }],
  ['GET /api/files', {}],
  ['GET /api/openapi.json', {}],
] as const

describe('an answer', () => {
  test.each(CALLS)(
    'of %s has the status and the shape that the description promises',
    async (address, call) => {
      const route: Route = ROUTES[address]
      const [method = '', template = ''] = address.split(' ')
      const { id } = await createToken(server, 'observer')
      const project = address.includes('/projects') ? makeRepository(join(server.home, '..', id)) : undefined
      const added = { path: project?.path, name: 'shop' }
      const letter = { id, to: 'owner', body: 'hello' }
      if (address.includes('/messages/'))
        await ask(server, { method: 'POST', path: '/api/messages', token: server.owner, body: letter })
      const task = id.replace('tok_', 'tsk_')
      if (template.includes('/tasks/')) {
        const body = { id: task, title: 'mend it' }
        await ask(server, { method: 'POST', path: '/api/tasks', token: server.owner, body })
      }
      if (template.includes(':name'))
        await ask(server, { method: 'POST', path: '/api/projects', token: server.owner, body: added })
      const path =
        template
          .replace('/tasks/:id', `/tasks/${task}`)
          .replace(':id', id)
          .replace(':name', 'shop')
          .replace(':source', 'git') + ('search' in call ? call.search : '')
      const made: Partial<Record<string, unknown>> = {
        'POST /api/projects': { path: project?.path },
        'POST /api/projects/:name/trust': { commit: project?.git('rev-parse', 'main') },
      }
      const content = 'body' in call ? call.body : made[address]
      const body = content === undefined ? {} : { body: content }
      const reply = await ask(server, { method, path, token: server.owner, ...body })
      expect([reply.status, headerOf(reply, 'content-type')]).toEqual([
        route.status ?? 200,
        'application/json; charset=utf-8',
      ])
      // Exactly: neither less than promised nor a field that nobody described.
      expect(route.answer.parse(reply.json)).toEqual(reply.json)
    },
  )

  test('is tried for every route that answers with JSON', () => {
    const tried = new Set<string>(CALLS.map(([address]) => address))
    const others = Object.keys(ROUTES).filter((address) => !tried.has(address))
    // Those between releases need a watchdog and a release to go to: test/e2e/releases/releases.test.ts and rehearsal.test.ts have them.
    // Those of one agent need one that runs: test/e2e/agents/agents.test.ts, interrupt.test.ts and files.test.ts have them; a kept rule, rules.test.ts.
    expect(others).toEqual([
      'GET /login',
      'POST /api/logout',
      'GET /api/stream',
      'POST /api/releases/:id/promote',
      'POST /api/releases/:id/rehearse',
      'GET /api/releases/:id/rehearsal',
      'POST /api/releases/rollback',
      ...Object.keys(ROUTES).filter((address) =>
        /\/api\/(?:agents\/|adoptions|hooks\/|files\/|me\/tools|messages\/:id\/send-again|rules\/kept\/)|POST \/api\/agents$/.test(
          address,
        ),
      ),
      // It brings agents that run: test/e2e/agents/demo-team.test.ts has it.
      'POST /api/demo/heal',
      'POST /api/demo',
      // They need a remote: test/e2e/changes/push.test.ts has them.
      ...Object.keys(ROUTES).filter((address) => /\/api\/(?:pushes|remotes)/.test(address)),
      // They need a repository: test/e2e/changes/improve.test.ts has them.
      ...Object.keys(ROUTES).filter((address) => address.includes('/api/improvements')),
      // A service needs a project that has one: test/e2e/changes/wards.test.ts.
      ...Object.keys(ROUTES).filter((address) => address.includes('/api/services')),
      // They need a request that waits: test/e2e/access/approvals.test.ts has them.
      ...Object.keys(ROUTES).filter((address) => address.includes('/api/approvals/')),
      // A browser session needs them: test/e2e/access/session-origin.test.ts has them.
      ...Object.keys(ROUTES).filter((address) => address.includes('/api/proofs')),
      // They need an entry with a file: test/e2e/watching/journal.test.ts has them.
      'GET /api/journal/:seq',
      'GET /api/journal/:project/:day/files/:folder/:name',
      // Proved by a signature: test/e2e/access/slack-actions.test.ts has it.
      'POST /api/webhooks/slack/actions',
      // Text: below.
      'GET /metrics',
      // They need one that was raised: test/e2e/watching/watch.test.ts has them.
      'GET /api/alerts/:id',
      'POST /api/alerts/:id/acknowledge',
      'POST /api/page-faults',
      // Protocols of their own: test/e2e/agents/mcp.test.ts and a2a.test.ts have them.
      'POST /mcp',
      'GET /mcp',
      'POST /a2a',
      'POST /a2a/agents/:name',
      'GET /a2a/agents/:name/card',
    ])
  })
})

describe('GET /metrics', () => {
  const SAMPLE =
    /^([a-z_:][a-z0-9_:]*)(\{[a-z_]+="(?:[^"\\]|\\.)*"(?:,[a-z_]+="(?:[^"\\]|\\.)*")*\})? (\S+)$/i

  async function readSamples(): Promise<Map<string, number>> {
    const reply = await ask(server, { path: '/metrics', token: server.owner })
    expect(headerOf(reply, 'content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const samples = new Map<string, number>()
    for (const line of reply.body.trim().split('\n')) {
      if (line === '' || /^# (?:HELP|TYPE) [a-z0-9_]+ \S/.test(line)) continue
      const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
      if (name === undefined) throw new Error(`not a line of Prometheus: ${line}`)
      samples.set(name + labels, Number(value))
    }
    return samples
  }

  test('is Prometheus text whose counters move with requests, events and streams', async () => {
    const requests = 'cmux_http_request_seconds_count{route="/api/tokens",method="POST",status="201"}'
    const before = await readSamples()
    await createToken(server, 'observer')
    await createToken(server, 'observer')
    const after = await readSamples()
    const moved = (name: string) => (after.get(name) ?? NaN) - (before.get(name) ?? 0)
    expect([moved(requests), moved('cmux_events_written_total'), moved('cmux_event_sequence')]).toEqual([
      2, 2, 2,
    ])
    expect(after.get('cmux_streams_open')).toBe(0)
    expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(1e6)
  })

  test('[P8] has a bounded number of series, whatever paths strangers invent', async () => {
    await logIn(server)
    await ask(server, { path: '/first', token: server.owner })
    await ask(server, { path: '/first' })
    const before = (await readSamples()).size
    for (let count = 0; count < 20; count += 1) await ask(server, { path: `/${count}?x=${count}` })
    expect((await readSamples()).size).toBe(before)
  })
})
