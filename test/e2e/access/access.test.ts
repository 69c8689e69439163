import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../../src/protocol/pages.ts'
import { ROUTES } from '../../../src/protocol/routes.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { createToken, logIn, pageLines, prove } from '../../fixtures/make-tokens.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import {
  findOpenRoutes,
  findWrongRoles,
  listAddresses,
  type WrongCredential,
} from '../../fixtures/walk-routes.ts'

/** The page and its files: they hold no data. */
const STATIC = ['GET /', 'GET /assets/*', ...PAGES.flatMap((page) => [`GET /${page}`, `GET /${page}/*`])]
// CONTRACT.md: health, login and static files, and the card that says how to speak A2A; everything else needs a token.
const PUBLIC = [
  ...STATIC,
  'GET /.well-known/agent-card.json',
  'GET /api/webhooks/health',
  'GET /login',
].toSorted()
const NO_TOKEN: readonly WrongCredential[] = [{ name: 'no token', headers: [] }]

let server: InProcessServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const bearer = (name: string, value: string): WrongCredential => ({
  name,
  headers: [['Authorization', value]],
})

async function makeWrongCredentials(): Promise<WrongCredential[]> {
  const revoked = await createToken(server, 'observer')
  await ask(server, { method: 'DELETE', path: `/api/tokens/${revoked.id}`, token: server.owner })
  const expired = await createToken(server, 'observer', { expiresInSec: 1 })
  await expect
    .poll(async () => (await ask(server, { path: '/metrics', token: expired.secret })).status, {
      timeout: 5000,
    })
    .toBe(401)
  const { owner } = server
  return [
    ...NO_TOKEN,
    bearer('a wrong token', `Bearer cmux_${'x'.repeat(43)}`),
    bearer('a truncated token', `Bearer ${owner.slice(0, -1)}`),
    bearer('a longer token', `Bearer ${owner}x`),
    bearer('an empty bearer', 'Bearer '),
    bearer('no scheme', owner),
    bearer('another scheme', `Basic ${Buffer.from(`owner:${owner}`).toString('base64')}`),
    bearer('two tokens in one header', `Bearer ${owner}, Bearer ${owner}`),
    bearer('two spaces', `Bearer  ${owner}`),
    bearer('a token that is an array', `Bearer ["${owner}"]`),
    bearer('a revoked token', `Bearer ${revoked.secret}`),
    bearer('an expired token', `Bearer ${expired.secret}`),
    {
      name: 'two Authorization headers',
      headers: [
        ['Authorization', `Bearer ${owner}`],
        ['Authorization', 'Bearer other'],
      ],
    },
    { name: 'the token in another header', headers: [['X-Token', owner]] },
  ]
}

test.each<[string, string]>([
  ['lists in each other', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
  ['objects in each other', `{"a":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`],
  ['very many values', `{"a":[${'0,'.repeat(200_000)}0]}`],
])('[P8] a body of %s is refused before anything reads it', async (_, raw) => {
  const headers = { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${server.owner}` }
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...headers, 'content-type': 'application/json' },
    payload: raw,
  })
  expect([statusCode, body]).toEqual([413, expect.stringContaining('"BODY_TOO_LARGE"')])
})

describe('every route', () => {
  test('[P7] is in the table, and the table is all there is', () => {
    const registered = listAddresses(server).map(({ method, url }) => `${method} ${url}`)
    expect(registered.toSorted()).toEqual([...Object.keys(ROUTES), ...STATIC].toSorted())
  })

  test('[P7] but the public ones refuses every wrong credential with 401, a code and a hint', async () => {
    expect((await findOpenRoutes(server, await makeWrongCredentials())).toSorted()).toEqual(PUBLIC)
  })

  test('[P7] that is planted as public, or that names nobody, is found by the walk', async () => {
    await using open = await startServer({}, (app) => {
      app.get('/api/planted', { config: { access: 'public' } }, () => 'open')
      app.get('/api/forgotten', () => 'who may read this?')
    })
    expect((await findOpenRoutes(open, NO_TOKEN)).toSorted()).toEqual(
      [...PUBLIC, 'GET /api/planted'].toSorted(),
    )
    const registered = listAddresses(open).map(({ method, url }) => `${method} ${url}`)
    expect(registered).toEqual(expect.arrayContaining(['GET /api/planted', 'GET /api/forgotten']))
    const forgotten = await ask(open, { path: '/api/forgotten', token: open.owner })
    expect([forgotten.status, errorCode(forgotten)]).toEqual([403, 'FORBIDDEN'])
  })

  test.each(['owner', 'human', 'agent', 'observer', 'webhook'] as const)(
    '[P7] lets a token of role %s in exactly where the table says',
    async (role) => {
      const secret = role === 'owner' ? server.owner : (await createToken(server, role)).secret
      expect(await findWrongRoles(server, role, secret)).toEqual([])
    },
  )

  test('[P7] that does not exist is a 404 for those inside and a 401 for strangers', async () => {
    const inside = await ask(server, { path: '/api/nothing', token: server.owner })
    expect([inside.status, errorCode(inside)]).toEqual([404, 'NOT_FOUND'])
    const stranger = await ask(server, { path: '/api/nothing' })
    expect([stranger.status, errorCode(stranger)]).toEqual([401, 'UNAUTHENTICATED'])
  })
})

const mint = async (by: string, role: string) => {
  const body = { role, ...(role === 'agent' ? { agent: 'bert' } : {}) }
  return (await ask(server, { method: 'POST', path: '/api/tokens', token: by, body })).status
}

describe('a token', () => {
  test('[P7] hands out only what stands below it', async () => {
    const roles = ['owner', 'human', 'agent', 'observer', 'webhook'] as const
    const seen: Record<string, number[]> = {}
    for (const by of roles) {
      const secret = by === 'owner' ? server.owner : (await createToken(server, by)).secret
      if (by === 'human') await prove(server, { token: secret }, 'tokens')
      seen[by] = await Promise.all(roles.map((role) => mint(secret, role)))
    }
    expect(seen).toEqual({
      owner: [403, 201, 201, 201, 201],
      human: [403, 403, 201, 201, 201],
      agent: [403, 403, 403, 403, 403],
      observer: [403, 403, 403, 403, 403],
      webhook: [403, 403, 403, 403, 403],
    })
  })

  test('[P7] of a person who logged in hands out no more than that of a person', async () => {
    const { cookie, page } = await logIn(server)
    await prove(server, { cookie, page }, 'tokens')
    const headers = pageLines(server)
    const create = (role: string) =>
      ask(server, { method: 'POST', path: '/api/tokens', cookie, page, headers, body: { role } })
    expect((await create('observer')).status).toBe(201)
    expect((await create('human')).status).toBe(403)
    expect((await create('owner')).status).toBe(403)
  })

  test('[P7] can not be told more than its role by the request', async () => {
    const agent = await createToken(server, 'agent')
    const reply = await ask(server, {
      method: 'POST',
      path: '/api/tokens?role=owner',
      token: agent.secret,
      headers: [
        ['X-Role', 'owner'],
        ['X-Forwarded-User', 'owner'],
      ],
      body: { role: 'observer', by: 'owner' },
    })
    expect([reply.status, errorCode(reply)]).toEqual([403, 'FORBIDDEN'])
  })

  test('[P7] is over at once when it is revoked', async () => {
    const token = await createToken(server, 'observer')
    const read = () => ask(server, { path: '/api/status', token: token.secret })
    expect((await read()).status).toBe(200)
    await ask(server, { method: 'DELETE', path: `/api/tokens/${token.id}`, token: server.owner })
    expect((await read()).status).toBe(401)
  })

  test('[P7] of the owner is revoked by nobody else, and rotated when the owner does', async () => {
    await using own = await startServer()
    const { items } = (await ask(own, { path: '/api/tokens', token: own.owner })).json as {
      items: { id: string; role: string }[]
    }
    const id = items.find(({ role }) => role === 'owner')?.id
    const human = await createToken(own, 'human')
    const refused = await ask(own, { method: 'DELETE', path: `/api/tokens/${id}`, token: human.secret })
    expect([refused.status, errorCode(refused)]).toEqual([403, 'FORBIDDEN'])
    // Several at once: whatever gets through, one token is left in the file, and it works.
    const headers = { host: `127.0.0.1:${own.port}`, authorization: `Bearer ${own.owner}` }
    const revoke = () => own.app.inject({ method: 'DELETE', url: `/api/tokens/${id}`, headers })
    const replies = await Promise.all(Array.from({ length: 8 }, revoke))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200))
    const rotated = (await readFile(join(own.home, 'tokens', 'owner'), 'utf8')).trim()
    expect(rotated).not.toBe(own.owner)
    expect((await ask(own, { path: '/api/status', token: own.owner })).status).toBe(401)
    expect((await ask(own, { path: '/api/status', token: rotated })).status).toBe(200)
    const after = (await ask(own, { path: '/api/tokens', token: rotated })).json as {
      items: { role: string; revokedAt: string | null }[]
    }
    expect(after.items.filter(({ role, revokedAt }) => role === 'owner' && revokedAt === null)).toHaveLength(
      1,
    )
  })
})
