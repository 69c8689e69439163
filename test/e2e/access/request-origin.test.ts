import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { securityHeaders } from '../../../src/server/http/security-headers.ts'
import { ask, errorCode, type HeaderLine, type Question } from '../../fixtures/ask.ts'
import { createToken, logIn, makeLoginPath } from '../../fixtures/make-tokens.ts'
import { headerOf, rawExchange } from '../../fixtures/raw-exchange.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

let server: InProcessServer
let cookie: string
let page: string
beforeAll(async () => {
  server = await startServer()
  ;({ cookie, page } = await logIn(server))
})
afterAll(() => server[Symbol.asyncDispose]())

const ownOrigin = (): HeaderLine => ['Origin', server.url]
const hostLines = () => `Host: 127.0.0.1:${server.port}\r\nConnection: close\r\n`
const bearerLines = () => `${hostLines()}Authorization: Bearer ${server.owner}\r\n`

const UPGRADE: readonly HeaderLine[] = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'dGhlIHNhbXBsZSBub25jZQ=='],
]

/** One of each kind: public, page, login, read, change, stream, no route, and the WebSocket upgrade. */
const kinds = (): readonly (Question & { kind: string })[] => [
  { kind: 'public', path: '/api/webhooks/health' },
  { kind: 'page', path: '/' },
  { kind: 'asset', path: '/assets/main.js' },
  { kind: 'login', path: '/login?code=x' },
  { kind: 'read', path: '/api/status', token: server.owner },
  { kind: 'change', method: 'POST', path: '/api/backups', token: server.owner },
  { kind: 'events', path: '/api/events', token: server.owner, headers: [['Accept', 'text/event-stream']] },
  { kind: 'no route', path: '/nothing', token: server.owner },
  { kind: 'preflight', method: 'OPTIONS', path: '/api/tokens' },
  { kind: 'upgrade', path: '/api/stream', token: server.owner, headers: UPGRADE },
]

async function refusalsWith(more: readonly HeaderLine[]): Promise<Record<string, string>> {
  const seen: Record<string, string> = {}
  for (const { kind, headers = [], ...question } of kinds()) {
    const reply = await ask(server, { ...question, headers: [...headers, ...more] })
    seen[kind] = `${reply.status} ${errorCode(reply)}`
  }
  return seen
}

const everywhere = (refusal: string) => Object.fromEntries(kinds().map(({ kind }) => [kind, refusal]))

describe('the Host', () => {
  test.each([
    ['evil.com', () => 'evil.com'],
    ['our port under another name', () => `evil.com:${server.port}`],
    ['localhost.evil.com', () => `localhost.evil.com:${server.port}`],
    ['127.0.0.1.nip.io', () => `127.0.0.1.nip.io:${server.port}`],
    ['no port', () => '127.0.0.1'],
    ['a wrong port', () => `127.0.0.1:${server.port + 1}`],
    ['upper case', () => `LOCALHOST:${server.port}`],
    ['a trailing dot', () => `localhost.:${server.port}`],
    ['userinfo', () => `127.0.0.1:${server.port}@evil.com`],
    ['userinfo before', () => `evil.com@127.0.0.1:${server.port}`],
    ['another loopback address', () => `127.0.0.2:${server.port}`],
    ['a number', () => `2130706433:${server.port}`],
    ['empty', () => ''],
    ['two names in one', () => `127.0.0.1:${server.port}, evil.com`],
  ])('[P7] that is not ours is refused on every kind of route: %s', async (_, host) => {
    expect(await refusalsWith([['Host', host()]])).toEqual(everywhere('403 FORBIDDEN_HOST'))
  })

  test('[P7] given twice is refused, whichever comes first', async () => {
    const own: HeaderLine = ['Host', `127.0.0.1:${server.port}`]
    const evil: HeaderLine = ['Host', 'evil.com']
    expect(await refusalsWith([own, evil])).toEqual(everywhere('403 FORBIDDEN_HOST'))
    expect(await refusalsWith([evil, own])).toEqual(everywhere('403 FORBIDDEN_HOST'))
    expect(await refusalsWith([own, own])).toEqual(everywhere('403 FORBIDDEN_HOST'))
  })

  test.each(['HTTP/1.0', 'HTTP/1.1'])('[P7] that is missing is refused in %s', async (version) => {
    for (const { method = 'GET', path, token, headers = [] } of kinds()) {
      const lines = [...headers, ['Authorization', `Bearer ${token ?? ''}`], ['Connection', 'close']]
      const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
      const answer = await rawExchange(server.port, `${method} ${path} ${version}\r\n${text}\r\n`)
      expect([path, answer.status, JSON.parse(answer.body)]).toMatchObject([
        path,
        403,
        { error: { code: 'FORBIDDEN_HOST' } },
      ])
    }
  })

  test('[P7] can not be smuggled in an absolute address', async () => {
    for (const target of [`http://evil.com/api/status`, `${server.url}/api/status`, '*']) {
      const reply = await ask(server, { path: target, token: server.owner })
      expect([target, reply.status, errorCode(reply)]).toEqual([target, 400, 'BAD_URL'])
    }
  })

  test('[P7] may be each of our own names', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const reply = await ask(server, {
        path: '/api/status',
        token: server.owner,
        headers: [['Host', `${name}:${server.port}`]],
      })
      expect([name, reply.status]).toEqual([name, 200])
    }
  })

  test('[P7] may be a configured name, on our port or on its own', async () => {
    const allowedHosts = ['box', 'other:81', 'https://cmux.example']
    await using own = await startServer({ allowedHosts })
    const statusOf = async (host: string, origin: string) =>
      (
        await ask(own, {
          path: '/api/status',
          token: own.owner,
          headers: [
            ['Host', host],
            ['Origin', origin],
          ],
        })
      ).status
    expect(await statusOf(`box:${own.port}`, `http://box:${own.port}`)).toBe(200)
    expect(await statusOf('other:81', 'http://other:81')).toBe(200)
    expect(await statusOf('cmux.example', 'https://cmux.example')).toBe(200)
    expect(await statusOf('cmux.example', 'http://cmux.example')).toBe(403)
    expect(await statusOf('box', 'http://box')).toBe(403)
    expect(await statusOf(`box:${own.port}`, 'https://cmux.example')).toBe(403)
  })
})

describe('the Origin', () => {
  test.each([
    ['another', () => 'http://evil.com'],
    ['a suffix', () => `${server.url}.evil.com`],
    ['a prefix', () => `http://evil.com/${server.url}`],
    ['userinfo', () => `http://127.0.0.1:${server.port}@evil.com`],
    ['another port', () => `http://127.0.0.1:${server.port + 1}`],
    ['no port', () => 'http://127.0.0.1'],
    ['another case', () => server.url.toUpperCase()],
    ['another of our names', () => `http://localhost:${server.port}`],
    ['a path', () => `${server.url}/`],
    ['null', () => 'null'],
    ['https', () => server.url.replace('http', 'https')],
    ['empty', () => ''],
  ])('[P7] that is foreign is refused for reads, changes and upgrades: %s', async (_, origin) => {
    expect(await refusalsWith([['Origin', origin()]])).toEqual(everywhere('403 FORBIDDEN_ORIGIN'))
  })

  test('[P7] given twice is refused', async () => {
    const own: HeaderLine = ['Origin', server.url]
    const evil: HeaderLine = ['Origin', 'http://evil.com']
    for (const lines of [
      [own, evil],
      [evil, own],
      [own, own],
    ])
      expect(await refusalsWith(lines)).toEqual(everywhere('403 FORBIDDEN_ORIGIN'))
  })

  test.each(['cross-site', 'same-site', 'nonsense', 'same-origin, cross-site'])(
    '[P7] by Sec-Fetch-Site %s is refused',
    async (site) => {
      expect(await refusalsWith([['Sec-Fetch-Site', site]])).toEqual(everywhere('403 FORBIDDEN_ORIGIN'))
    },
  )

  test('[P7] of a link that somebody follows opens pages and the login, and nothing else', async () => {
    const followed: readonly HeaderLine[] = [
      ['Sec-Fetch-Site', 'cross-site'],
      ['Sec-Fetch-Mode', 'navigate'],
      ['Sec-Fetch-Dest', 'document'],
    ]
    expect(await refusalsWith(followed)).toEqual({
      ...everywhere('403 FORBIDDEN_ORIGIN'),
      page: '200 undefined',
      asset: '200 undefined',
      login: '401 UNAUTHENTICATED',
    })
    const reply = await ask(server, { path: await makeLoginPath(server), headers: followed })
    expect(reply.status).toBe(200)
  })
})

describe('a login cookie', () => {
  const CLIENT: HeaderLine = ['X-Cmux-Client', 'web']
  const body = { title: 'mend it' }
  const post = (headers: readonly HeaderLine[]) =>
    ask(server, { method: 'POST', path: '/api/tasks', cookie, page, headers, body })

  test('[P7] changes something only with Origin, client header and JSON', async () => {
    expect((await post([ownOrigin(), CLIENT])).status).toBe(201)
    expect([
      (await post([CLIENT])).status,
      (await post([ownOrigin()])).status,
      (await post([])).status,
    ]).toEqual([403, 403, 403])
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await post([ownOrigin(), CLIENT, ['Content-Type', type]])).status).toBe(415)
    const path = `/api/tokens/tok_${'0'.repeat(26)}`
    const remove = (headers: readonly HeaderLine[]) =>
      ask(server, { method: 'DELETE', path, cookie, page, headers })
    expect([(await remove([ownOrigin(), CLIENT])).status, (await remove([])).status]).toEqual([404, 403])
  })

  test('[P7] reads without Origin, and opens a WebSocket only with ours', async () => {
    expect((await ask(server, { path: '/api/status', cookie, page })).status).toBe(200)
    const upgrade = async (headers: readonly HeaderLine[]) =>
      (await ask(server, { path: '/api/stream', cookie, headers: [...UPGRADE, ...headers] })).status
    expect([
      await upgrade([ownOrigin()]),
      await upgrade([]),
      await upgrade([['Origin', 'http://evil.com']]),
    ]).toEqual([101, 403, 403])
  })

  test('[P7] is not needed by a bearer, which changes things without an Origin', async () => {
    const token = (await createToken(server, 'human')).secret
    const reply = await ask(server, { method: 'POST', path: '/api/tasks', token, body })
    expect(reply.status).toBe(201)
  })
})

/** Of files that are named after their content. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

describe('every answer', () => {
  test('[P7] carries the security headers and grants no other origin anything', async () => {
    const requests = [
      `GET / HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /assets/main.js HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /assets/none.js HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /assets/..%2f..%2fhome%2ftokens%2fowner HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /assets/main.js HTTP/1.1\r\n${hostLines()}If-Match: "x"\r\n\r\n`,
      `GET /api/webhooks/health HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /login?code=x HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /login HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET ${await makeLoginPath(server)} HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /api/status HTTP/1.1\r\n${hostLines()}\r\n`,
      `GET /api/status HTTP/1.1\r\n${bearerLines()}\r\n`,
      `GET /metrics HTTP/1.1\r\n${bearerLines()}\r\n`,
      `GET /nothing HTTP/1.1\r\n${bearerLines()}\r\n`,
      `HEAD /nothing HTTP/1.1\r\n${bearerLines()}\r\n`,
      `GET /%zz HTTP/1.1\r\n${bearerLines()}\r\n`,
      `DELETE /api/tokens/${'x'.repeat(300)} HTTP/1.1\r\n${bearerLines()}\r\n`,
      `POST /api/tokens HTTP/1.1\r\n${bearerLines()}Content-Type: text/plain\r\nContent-Length: 1\r\n\r\nx`,
      `POST /api/tokens HTTP/1.1\r\n${bearerLines()}Content-Type: application/json\r\nContent-Length: 9999999\r\n\r\n`,
      `OPTIONS /api/tokens HTTP/1.1\r\n${hostLines()}Origin: http://evil.com\r\nAccess-Control-Request-Method: POST\r\n\r\n`,
      `OPTIONS /api/tokens HTTP/1.1\r\n${bearerLines()}\r\n`,
      `GET / HTTP/1.1\r\n${hostLines()}Origin: http://evil.com\r\n\r\n`,
      `GET / HTTP/1.1\r\n\r\n`,
      `GET / HTTP/1.1\r\n${hostLines()}Expect: something\r\n\r\n`,
      `GET / HTTP/1.1\r\n${hostLines()}${'X: y\r\n'.repeat(10_000)}\r\n`,
      `NONSENSE / HTTP/1.1\r\n${hostLines()}\r\n`,
      '\u0000\u0001\u0002garbage\r\n\r\n',
      `GET /api/stream HTTP/1.1\r\n${bearerLines()}\r\n`,
      `GET /api/stream HTTP/1.1\r\n${bearerLines().replace('close', 'Upgrade')}Upgrade: websocket\r\n\r\n`,
      `GET /api/status HTTP/1.1\r\n${bearerLines().replace('close', 'Upgrade')}Upgrade: websocket\r\n\r\n`,
    ]
    for (const request of requests) {
      const answer = await rawExchange(server.port, request)
      const title = `${answer.status} to ${request.slice(0, 60)}`
      const seen = Object.keys(securityHeaders).map((name) => [title, name, headerOf(answer, name)])
      const isFile = answer.status === 200 && request.startsWith('GET /assets/')
      const wanted = { ...securityHeaders, ...(isFile && { 'cache-control': IMMUTABLE }) }
      expect(seen).toEqual(Object.entries(wanted).map(([name, value]) => [title, name, value]))
      expect(answer.headers.filter(([name]) => name.startsWith('access-control-'))).toEqual([])
    }
  })

  test('[P7] names a policy that lets only our own scripts run, and nobody frame us', () => {
    const policy = securityHeaders['content-security-policy']
    for (const rule of [
      "default-src 'self'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
    ])
      expect(policy?.split('; ')).toContain(rule)
  })

  test('[P7] of the event stream carries them too', async () => {
    const controller = new AbortController()
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${server.owner}` }
    const answer = await fetch(`${server.url}/api/events`, { headers, signal: controller.signal })
    for (const [name, value] of Object.entries(securityHeaders)) expect(answer.headers.get(name)).toBe(value)
    controller.abort()
  })
})
