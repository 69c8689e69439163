// A browser session is two secrets, of which only the cookie leaves its origin; and what widens power needs a fresh proof.
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOGIN } from '../../../src/core/access/session-secrets.ts'
import { writeToken } from '../../../src/core/access/issue-token.ts'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { PAGES } from '../../../src/protocol/pages.ts'
import type { AskedProof } from '../../../src/protocol/approvals/proof.ts'
import type { ProofKind } from '../../../src/protocol/approvals/proof-kinds.ts'
import { ask, errorCode, type HeaderLine, type Question } from '../../fixtures/ask.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { createToken, logIn, pageLines, prove, type Session } from '../../fixtures/make-tokens.ts'
import { openWebSocket } from '../../fixtures/read-stream.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { findOpenRoutes } from '../../fixtures/walk-routes.ts'

const PUBLIC = [
  'GET /',
  'GET /.well-known/agent-card.json',
  'GET /api/webhooks/health',
  'GET /assets/*',
  'GET /login',
  ...PAGES.flatMap((page) => [`GET /${page}`, `GET /${page}/*`]),
].toSorted()

let server: InProcessServer
let session: Session
beforeAll(async () => {
  server = await startServer()
  session = await logIn(server)
  const roles = join(import.meta.dirname, '..', '..', '..', 'src', 'roles')
  await cp(roles, join(dirname(server.webRoot), 'roles'), { recursive: true })
  const { path } = makeRepository(join(server.home, '..', 'shop'), { 'a.txt': 'one\n' })
  await asOwner('POST', '/api/projects', { path, name: 'shop' })
})
afterAll(() => server[Symbol.asyncDispose]())

const asOwner = async (method: string, path: string, body?: unknown) =>
  (await ask(server, { method, path, token: server.owner, ...(body !== undefined && { body }) })).json
const asPage = (question: Question, { cookie, page }: Session = session) =>
  ask(server, { ...question, cookie, page, headers: pageLines(server) })

const sent = (cookie: string, page?: string): readonly HeaderLine[] => [
  ...pageLines(server),
  ['Cookie', cookie],
  ...(page === undefined ? [] : [['X-Cmux-Page-Secret', page] as const]),
]

describe('a login cookie', () => {
  test('[S6] opens no route by itself, nor with the secret of another session', async () => {
    const other = await logIn(server)
    const open = await findOpenRoutes(server, [
      { name: 'the cookie alone', headers: sent(session.cookie) },
      { name: 'the secret of another session', headers: sent(session.cookie, other.page) },
    ])
    expect(open.toSorted()).toEqual(PUBLIC)
    const { json, status } = await ask(server, { path: '/api/status', cookie: session.cookie })
    expect([status, json]).toMatchObject([401, { error: { hint: expect.stringContaining('cmux open') } }])
  })

  test('[S6] opens nothing however its parts are sent, but with the secret beside it', async () => {
    const [name = '', secret = ''] = session.cookie.split('=')
    const { cookie, page } = session
    const ways: readonly (readonly HeaderLine[])[] = [
      sent(cookie, ''),
      sent(cookie, `${page}x`),
      sent(cookie, page.slice(0, -1)),
      sent(cookie, secret),
      sent(`${name}=${page}`, secret),
      sent(`${name}=${secret}.${page}`),
      sent(`${name}=${secret}.${page}`, ''),
      [...sent(cookie, page), ['X-Cmux-Page-Secret', page]],
      [['X-Cmux-Page-Secret', page]],
      [['Authorization', `Bearer ${secret}`]],
      [['Authorization', `Bearer ${page}`]],
      [['Authorization', `Bearer ${secret}.${page}`]],
    ]
    const statuses: number[] = []
    for (const headers of ways) statuses.push((await ask(server, { path: '/api/status', headers })).status)
    expect(statuses).toEqual(ways.map(() => 401))
    expect((await ask(server, { path: '/api/status', headers: sent(cookie, page) })).status).toBe(200)
    // Another port can set a cookie of our name for a longer path, which then comes first.
    const shadowed = sent(`${name}=shadow; other=1; ${cookie}`, page)
    expect((await ask(server, { path: '/api/status', headers: shadowed })).status).toBe(200)
  })

  test('[S6] of one port opens nothing on another, though both secrets are known', async () => {
    const { addresses } = server.context
    const [name = '', secret = ''] = session.cookie.split('=')
    const elsewhere = server.port + 1
    const readAt = async (port: number) => {
      const cookie = `${name.replace(String(server.port), String(port))}=${secret}`
      const headers: readonly HeaderLine[] = [['Host', `127.0.0.1:${port}`]]
      return (await ask(server, { path: '/api/status', cookie, page: session.page, headers })).status
    }
    addresses.setPort(elsewhere)
    const moved = await readAt(elsewhere)
    addresses.setPort(server.port)
    expect([moved, await readAt(server.port)]).toEqual([401, 200])
  })

  test('[S6] with its secret is passed on to what another protocol asks inside', async () => {
    const headers: readonly HeaderLine[] = [
      ...sent(session.cookie, session.page),
      ['Accept', 'application/json, text/event-stream'],
    ]
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_agents', arguments: {} },
    }
    const reply = await ask(server, { method: 'POST', path: '/mcp', headers, body: call })
    expect([reply.status, reply.body]).toEqual([200, expect.not.stringMatching(/isError|UNAUTHENTICATED/)])
  })

  test.each([
    ['with nothing but a request', () => ({ first: '{"term":"open","agent":"a","cols":80,"rows":24}' })],
    ['with a wrong secret', () => ({ page: 'cmux_wrong' })],
    ['with its own value for a secret', () => ({ page: session.cookie.split('=')[1] ?? '' })],
  ])('[S6] opens no stream %s: nothing is told before it is closed', async (_, makeFrame) => {
    const stream = await openWebSocket(server, 0, { cookie: session.cookie, ...makeFrame() })
    expect([await stream.ended, stream.events]).toEqual([
      { code: 4401, reason: expect.stringContaining('cmux open') },
      [],
    ])
  })

  test('[S6] with the secret in the first frame opens the stream', async () => {
    const stream = await openWebSocket(server, 0, session)
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    stream.close()
  })

  test('[P8] holds no more than a hundred sockets open without its secret, and keeps no page out with them', async () => {
    const { cookie } = session
    const strangers = await Promise.all(
      Array.from({ length: 101 }, () => openWebSocket(server, 0, { cookie })),
    )
    const gone = await Promise.race(strangers.map(async ({ ended }, index) => ({ index, ...(await ended) })))
    expect(gone).toMatchObject({ code: 1006 })
    const page = await openWebSocket(server, 0, session)
    await expect.poll(() => page.events.length).toBeGreaterThan(0)
    for (const stream of [...strangers, page]) stream.close()
  })

  test('[S6] of a session from before there were secrets opens nothing, as a token neither', async () => {
    const { context } = server
    const old = `cmux_${'o'.repeat(43)}`
    const request = { role: 'human', label: 'browser' } as const
    await context.store.write((writer) => writeToken(context, writer, request, LOGIN, old))
    const cookie = `${session.cookie.split('=')[0]}=${old}`
    const asked = [
      await ask(server, { path: '/api/status', cookie }),
      await ask(server, { path: '/api/status', cookie, page: old }),
      await ask(server, { path: '/api/status', token: old }),
    ]
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

interface WideAct {
  readonly name: string
  readonly kind: ProofKind
  readonly make: () => Promise<Question>
  /** What becomes of it once it is proven. */
  readonly status: number
}

const spawn = (name: string, more: object) => (): Promise<Question> =>
  Promise.resolve({
    method: 'POST',
    path: '/api/agents',
    body: { name, runtime: 'shell', args: ['true'], project: 'shop', ...more },
  })

async function askHighRisk(): Promise<Question> {
  const wish = { title: 'May I?', content: 'rm -r build', risk: 'high' }
  const { id, sha256 } = (await asOwner('POST', '/api/approvals', wish)) as Approval
  return { method: 'POST', path: `/api/approvals/${id}/approve`, body: { sha256 } }
}

async function planForbidden(): Promise<Change> {
  const changes = [{ file: 'cmux.json', type: 'create', content: '{"checks":[]}\n' }]
  const plan = { project: 'shop', description: 'Other rules', changes }
  const change = (await asOwner('POST', '/api/improvements', plan)) as Change
  expect(change.tier).toBe('forbidden')
  return change
}

const ACTS: readonly WideAct[] = [
  {
    name: 'to create a token',
    kind: 'tokens',
    make: () => Promise.resolve({ method: 'POST', path: '/api/tokens', body: { role: 'observer' } }),
    status: 201,
  },
  {
    name: 'to spawn without a sandbox',
    kind: 'sandbox',
    make: spawn('ada', { sandbox: false }),
    status: 201,
  },
  {
    name: 'to spawn in the checkout',
    kind: 'sandbox',
    make: spawn('ben', { workspace: false }),
    status: 201,
  },
  {
    name: 'to adopt a conversation',
    kind: 'sandbox',
    make: () =>
      Promise.resolve({
        method: 'POST',
        path: '/api/adoptions',
        body: { runtime: 'claude', session: 'none', project: 'shop', role: 'none-such' },
      }),
    // There is no such role, which is looked at after the proof.
    status: 400,
  },
  {
    name: 'to have the server run a command',
    kind: 'sandbox',
    make: () =>
      Promise.resolve({ method: 'PUT', path: '/api/agents/far/elsewhere', body: { command: ['true'] } }),
    status: 200,
  },
  {
    name: 'to open a port of this machine',
    kind: 'network',
    make: () =>
      Promise.resolve({ method: 'POST', path: '/api/agents/none/ports/open', body: { port: 5432 } }),
    // There is no such agent, which is looked at after the proof.
    status: 404,
  },
  { name: 'to approve a high risk', kind: 'approval', make: askHighRisk, status: 200 },
  {
    name: 'to trust the rules of a project',
    kind: 'approval',
    make: () =>
      Promise.resolve({
        method: 'POST',
        path: '/api/projects/shop/trust',
        body: { commit: '0'.repeat(40) },
      }),
    // There is no such commit, which is looked at after the proof.
    status: 409,
  },
  {
    name: 'to let a forbidden change go',
    kind: 'approval',
    make: async () => {
      const { id, sha256 } = await planForbidden()
      return { method: 'POST', path: `/api/improvements/${id}/execute`, body: { approve: sha256 } }
    },
    status: 202,
  },
  {
    name: 'to approve a forbidden change in a review',
    kind: 'approval',
    make: async () => {
      const { id, sha256 } = await planForbidden()
      return { method: 'POST', path: `/api/improvements/${id}/review`, body: { verdict: 'approve', sha256 } }
    },
    // It waits for no review, which is looked at after the proof.
    status: 409,
  },
]

const KINDS: readonly ProofKind[] = ['sandbox', 'tokens', 'approval']

describe('a session', () => {
  test.each(ACTS)(
    '[S6] needs a fresh proof $name: its own, and of that kind',
    async ({ kind, make, status }) => {
      const [mine, other] = [await logIn(server), await logIn(server)]
      const question = await make()
      const refused = { code: 'PROOF_NEEDED', proof: kind, hint: expect.stringContaining('cmux confirm') }
      const answer = async (by: Session) => {
        const reply = await asPage(question, by)
        return [reply.status, reply.json] as const
      }
      expect(await answer(mine)).toMatchObject([403, { error: refused }])
      await prove(server, other, kind)
      expect(await answer(mine)).toMatchObject([403, { error: refused }])
      for (const wrong of KINDS.filter((one) => one !== kind)) await prove(server, mine, wrong)
      expect(await answer(mine)).toMatchObject([403, { error: refused }])
      await prove(server, mine, kind)
      expect((await answer(mine))[0]).toBe(status)
    },
  )

  test('[S6] needs none for what widens nothing', async () => {
    const person = await logIn(server)
    const wish = { title: 'May I?', content: 'npm install', risk: 'medium' }
    const { id, sha256 } = (await asOwner('POST', '/api/approvals', wish)) as Approval
    const asked = [
      await asPage({ method: 'POST', path: `/api/approvals/${id}/approve`, body: { sha256 } }, person),
      await asPage(await spawn('cleo', {})(), person),
      await asPage({ method: 'POST', path: '/api/tasks', body: { title: 'mend it' } }, person),
    ]
    expect(asked.map(({ status }) => status)).toEqual([200, 201, 201])
  })

  test('[S6] can’t confirm its own code, and neither can any token but the owner’s', async () => {
    const person = await logIn(server)
    const asking = { method: 'POST', path: '/api/proofs', body: { kind: 'tokens' } }
    const { code } = (await asPage(asking, person)).json as AskedProof
    const confirming = { method: 'POST', path: '/api/proofs/confirm', body: { code } }
    const refused = [await asPage(confirming, person)]
    for (const role of ['human', 'agent', 'observer', 'webhook'] as const)
      refused.push(await ask(server, { ...confirming, token: (await createToken(server, role)).secret }))
    expect(refused.map((reply) => [reply.status, errorCode(reply)])).toEqual(
      refused.map(() => [403, 'FORBIDDEN']),
    )
    expect(await asPage({ path: '/api/proofs' }, person)).toMatchObject({
      json: { items: [{ kind: 'tokens', state: 'waiting' }], needsPassphrase: false },
    })
  })

  test('[S6] proves it by the passphrase where one is set, and by no code then', async () => {
    await using own = await startServer()
    const { cookie, page } = await logIn(own)
    const asked = (question: Question) => ask(own, { ...question, cookie, page, headers: pageLines(own) })
    const passphrase = 'correct horse battery'
    const set = { method: 'PUT', path: '/api/approvals/passphrase', body: { passphrase } }
    expect((await ask(own, { ...set, token: own.owner })).status).toBe(200)
    const proof = (body: object) => asked({ method: 'POST', path: '/api/proofs', body })
    const without = await proof({ kind: 'tokens' })
    expect([without.status, errorCode(without)]).toEqual([403, 'PASSPHRASE_NEEDED'])
    const wrong = await proof({ kind: 'tokens', passphrase: 'wrong horse' })
    expect([wrong.status, errorCode(wrong)]).toEqual([403, 'PASSPHRASE_NEEDED'])
    const create = () => asked({ method: 'POST', path: '/api/tokens', body: { role: 'observer' } })
    expect(errorCode(await create())).toBe('PROOF_NEEDED')
    const given = await proof({ kind: 'tokens', passphrase })
    expect([given.status, given.json]).toMatchObject([201, { state: 'given', code: null }])
    expect((await create()).status).toBe(201)
  })
})
