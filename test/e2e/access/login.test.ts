import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { revokeToken } from '../../../src/core/access/revoke-token.ts'
import { ask, errorCode, type HeaderLine } from '../../fixtures/ask.ts'
import { createToken, logIn, makeLoginPath, pageLines, sessionOf } from '../../fixtures/make-tokens.ts'
import { headerOf } from '../../fixtures/raw-exchange.ts'
import { openEventSource, openWebSocket } from '../../fixtures/read-stream.ts'
import { startServer } from '../../fixtures/start-server.ts'

const STREAMS = [
  ['a WebSocket', openWebSocket, { revoked: [4401, /revoked/], expired: [4401, /over/] }],
  ['Server-Sent Events', openEventSource, { revoked: [0, /^revoked$/], expired: [0, /^expired$/] }],
] as const

describe('a login link', () => {
  test('[P7] gives a cookie that scripts and other sites never see, and a page with the secret that goes with it', async () => {
    await using server = await startServer()
    const reply = await ask(server, { path: await makeLoginPath(server) })
    expect([reply.status, headerOf(reply, 'content-type'), headerOf(reply, 'cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    const { setCookie, cookie, page } = sessionOf(reply)
    expect(setCookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
    ])
    expect(page).not.toBe(cookie.split('=')[1])
    expect((await ask(server, { path: '/api/status', cookie, page })).status).toBe(200)
  })

  test('[P7] behind https gives a Secure cookie for that host alone, which counts there and nowhere else', async () => {
    await using server = await startServer({ allowedHosts: ['https://cmux.example'] })
    const https: readonly HeaderLine[] = [['Host', 'cmux.example']]
    const http: readonly HeaderLine[] = [['Host', `127.0.0.1:${server.port}`]]
    const reply = await ask(server, { path: await makeLoginPath(server), headers: https })
    const { setCookie, cookie, page } = sessionOf(reply)
    expect(cookie).toMatch(new RegExp(`^__Host-cmux_session_${server.port}=`))
    expect(setCookie.split('; ').slice(1).toSorted()).toEqual([
      'HttpOnly',
      'Max-Age=2592000',
      'Path=/',
      'SameSite=Strict',
      'Secure',
    ])
    const statusOf = async (value: string, headers: readonly HeaderLine[]) =>
      (await ask(server, { path: '/api/status', cookie: value, page, headers })).status
    // The name without its prefix could have been set by another page of the host, over http.
    const plain = cookie.replace('__Host-', '')
    expect([
      await statusOf(cookie, https),
      await statusOf(plain, https),
      await statusOf(cookie, http),
    ]).toEqual([200, 401, 401])
    const leave = { method: 'POST', path: '/api/logout', cookie, page }
    const origin: HeaderLine = ['Origin', 'https://cmux.example']
    const left = await ask(server, { ...leave, headers: [...https, origin, ['x-cmux-client', 'test']] })
    expect([left.status, headerOf(left, 'set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^__Host-cmux_session_\d+=;.*Secure/),
    ])
  })

  test('[P7] works once, also for twenty at the same time', async () => {
    await using server = await startServer()
    const path = await makeLoginPath(server)
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(server, { path })))
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 401)])
    expect((await ask(server, { path })).status).toBe(401)
  })

  test('[P7] runs out', async () => {
    await using server = await startServer({ login: { linkSec: 0.05 } })
    const path = await makeLoginPath(server)
    const madeAt = Date.now()
    await expect.poll(() => Date.now() - madeAt).toBeGreaterThan(60)
    const reply = await ask(server, { path })
    expect([reply.status, errorCode(reply), headerOf(reply, 'set-cookie')]).toEqual([
      401,
      'UNAUTHENTICATED',
      undefined,
    ])
  })

  test('[P7] is given to the owner only', async () => {
    await using server = await startServer()
    const human = await createToken(server, 'human')
    const reply = await ask(server, { method: 'POST', path: '/api/login-links', token: human.secret })
    expect([reply.status, errorCode(reply)]).toEqual([403, 'FORBIDDEN'])
  })

  test('[P7] leaves no trace of its code in the logs, not even at the finest level', async () => {
    await using server = await startServer({ log: { level: 'debug' } })
    const path = await makeLoginPath(server)
    const { cookie, page } = sessionOf(await ask(server, { path }))
    await ask(server, { path, cookie, page })
    await ask(server, { path: '/api/status', cookie, page: `${page}x` })
    const stream = await openWebSocket(server, 0, { cookie, page })
    stream.close()
    await ask(server, { path: '/api/status', cookie, page })
    await ask(server, { path: `/nothing${path}`, token: server.owner })
    const names = await readdir(join(server.home, 'logs'))
    const logs = await Promise.all(names.map((name) => readFile(join(server.home, 'logs', name), 'utf8')))
    const text = logs.join('')
    expect(text).toContain('"route":"/login"')
    for (const secret of [path.split('=')[1] ?? '', cookie.split('=')[1] ?? '', page, server.owner])
      expect(text.includes(secret)).toBe(false)
  })
})

describe('a limit', () => {
  test('[P8] slows down whoever guesses codes or tokens, and says for how long', async () => {
    await using server = await startServer({ limits: { failedLoginsPerMin: 3 } })
    const guess = (question: { path: string; token?: string }) => ask(server, question)
    expect((await guess({ path: '/login?code=a' })).status).toBe(401)
    expect((await guess({ path: '/api/status', token: 'b' })).status).toBe(401)
    expect((await guess({ path: '/login?code=c' })).status).toBe(401)
    for (const question of [{ path: '/login?code=d' }, { path: '/api/status', token: 'e' }]) {
      const reply = await guess(question)
      expect([reply.status, errorCode(reply)]).toEqual([429, 'TOO_MANY_REQUESTS'])
      expect(Number(headerOf(reply, 'retry-after'))).toBeGreaterThanOrEqual(1)
      expect(Number(headerOf(reply, 'retry-after'))).toBeLessThanOrEqual(20)
    }
    // Nobody is locked out by somebody else's guessing.
    expect((await guess({ path: '/api/status', token: server.owner })).status).toBe(200)
    expect((await guess({ path: await makeLoginPath(server) })).status).toBe(200)
  })

  test('[P8] holds for each token by itself, and refills', async () => {
    await using server = await startServer({ limits: { requestBurst: 5, requestsPerSec: 2 } })
    const other = await createToken(server, 'observer')
    const read = (token: string) => ask(server, { path: '/api/openapi.json', token })
    // All at once: one after the other, a slow machine lets each wait until there is room for it.
    const replies = await Promise.all(Array.from({ length: 30 }, () => read(server.owner)))
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.map((reply) => headerOf(reply, 'retry-after'))).toEqual(refused.map(() => '1'))
    expect((await read(other.secret)).status).toBe(200)
    await expect.poll(async () => (await read(server.owner)).status, { timeout: 5000 }).toBe(200)
  })
})

describe.each(STREAMS)('over %s', (_, open, ends) => {
  test('[P7] a stream ends at once when its token is revoked, and only that one', async () => {
    await using server = await startServer()
    const token = await createToken(server, 'observer')
    const mine = await open(server, 0, { token: token.secret })
    const other = await open(server, 0)
    await ask(server, { method: 'DELETE', path: `/api/tokens/${token.id}`, token: server.owner })
    const { code, reason } = await mine.ended
    expect([code, reason]).toEqual([ends.revoked[0], expect.stringMatching(ends.revoked[1])])
    await expect.poll(() => other.events.at(-1)?.type).toBe('token.revoked')
    await expect(open(server, 0, { token: token.secret })).rejects.toThrow('401')
    other.close()
  })

  test('[P7] no stream survives a revocation that comes while it is being opened', async () => {
    // After the guard has let the request in and before the stream is registered: nobody would end it any more.
    await using server = await startServer({}, (app, context) => {
      app.addHook('preHandler', async ({ principal }) => {
        if (principal?.role === 'observer') await revokeToken(context, principal.tokenId, principal)
      })
    })
    const token = await createToken(server, 'observer')
    const outcome = await open(server, 0, { token: token.secret }).then(
      async (stream) => (await stream.ended).reason,
      (error: unknown) => String(error),
    )
    expect(outcome).toMatch(/revoked|401/)
    expect(server.context.connections.count()).toBe(0)
  })

  test('[P7] a stream ends when its session runs out', async () => {
    await using server = await startServer({ login: { sessionSec: 1.2 } })
    const session = await logIn(server)
    const stream = await open(server, 0, session)
    const { code, reason } = await stream.ended
    expect([code, reason]).toEqual([ends.expired[0], expect.stringMatching(ends.expired[1])])
    expect(
      (await ask(server, { path: '/api/status', cookie: session.cookie, page: session.page })).status,
    ).toBe(401)
  })

  test('[P7] a stream ends with the logout', async () => {
    await using server = await startServer()
    const { cookie, page } = await logIn(server)
    const stream = await open(server, 0, { cookie, page })
    const headers = pageLines(server)
    const reply = await ask(server, { method: 'POST', path: '/api/logout', cookie, page, headers })
    expect([reply.status, headerOf(reply, 'set-cookie')]).toEqual([
      204,
      expect.stringMatching(/^cmux_session_\d+=;/),
    ])
    expect((await stream.ended).reason).toMatch(ends.revoked[1])
    expect((await ask(server, { path: '/api/status', cookie, page })).status).toBe(401)
  })
})
