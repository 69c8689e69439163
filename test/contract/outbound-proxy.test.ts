// The proxy to listed domains as HTTP: what it passes on, byte by byte, and what it refuses. Names lead to a server of this test.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseDomainRule } from '../../src/lib/parse-domain-rule.ts'
import { makeOutboundProxy } from '../../src/server/outbound/make-outbound-proxy.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const ANSWER = [
  'HTTP/1.1 200 OK',
  'set-cookie: a=1',
  'set-cookie: b=2',
  'connection: close, x-private',
  'x-private: 1',
  'content-length: 2',
  '',
  'ok',
].join('\r\n')

let folder: ReturnType<typeof makeTempFolder>
let proxy: ReturnType<typeof makeOutboundProxy>
let port: number
let socketPath: string
/** What came in at the server, a text for each connection. */
let came: string[]
let asked: string[]
/** What the server does with a connection. */
let serve: (socket: Socket) => void

const server = createServer({ allowHalfOpen: true }, (socket) => {
  const at = came.push('') - 1
  socket.on('error', () => socket.destroy())
  socket.on('data', (data) => (came[at] += data.toString('latin1')))
  serve(socket)
})

beforeEach(async () => {
  folder = makeTempFolder()
  came = []
  asked = []
  // Answers when the headers are there, and ends.
  serve = (socket) => void socket.once('data', () => socket.end(ANSWER))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  socketPath = join(folder.path, 'proxy.sock')
  proxy = makeOutboundProxy({
    rules: [`a.example:${port}`, 'closed.example:1', 'unknown.example'].flatMap(
      (rule) => parseDomainRule(rule) ?? [],
    ),
    findAddresses: async (host) => {
      asked.push(host)
      if (host === 'unknown.example') throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  proxy.listen(socketPath)
  await once(proxy, 'listening')
})

afterEach(() => {
  proxy.close()
  proxy.closeAllConnections()
  server.close()
  folder[Symbol.dispose]()
})

/** Says it in one piece and returns all that is answered until the end; nothing, if nobody listens to it. */
async function say(...lines: string[]): Promise<string> {
  const socket = connect(socketPath)
  socket.write(lines.join('\r\n'))
  return text(socket).catch(() => '')
}
const lastLine = (answer: string) => answer.trimEnd().split('\n').at(-1)

test('[S8] a request for a listed domain arrives with the name that was judged, and without what was for the proxy', async () => {
  const answer = await say(
    `GET http://A.example:${port}/x?y HTTP/1.1`,
    'Host: other.example',
    'Proxy-Authorization: Basic secret',
    'Connection: close, X-Mine',
    'X-Mine: 1',
    'X-Theirs: 2',
    'Upgrade: websocket',
    '\r\n',
  )
  expect(came).toEqual([
    ['GET /x?y HTTP/1.1', `host: a.example:${port}`, 'x-theirs: 2', 'Connection: close', '\r\n'].join('\r\n'),
  ])
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nset-cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 2\r\n/)
  expect(answer).not.toContain('x-private')
  expect(answer).toMatch(/\r\n\r\nok$/)
})

const PIECES = 'Transfer-Encoding: chunked'
test.each([
  ['a GET in pieces', 'GET', [PIECES, 'Connection: close'], /encoding: chunked/gi, '5\r\nhello\r\n0\r\n\r\n'],
  [
    'pieces, for the proxy only',
    'PUT',
    [PIECES, 'Connection: transfer-encoding, close'],
    /encoding: chunked/gi,
    '5\r\nhello\r\n0\r\n\r\n',
  ],
  [
    'a length, for the proxy only',
    'PUT',
    ['Content-Length: 5', 'Connection: content-length, close'],
    /length: 5/gi,
    'hello',
  ],
] as const)(
  '[S8] of a body the server always learns where it ends: %s',
  async (_, method, headers, said, body) => {
    serve = (socket) => {
      const wait = () => (came[0]?.endsWith(body) ? socket.end(ANSWER) : socket.once('data', wait))
      socket.once('data', wait)
    }
    await say(`${method} http://a.example:${port}/ HTTP/1.1`, 'Host: a', ...headers, '', body)
    const [request = ''] = came
    const at = request.indexOf('\r\n\r\n')
    expect([request.slice(0, at).match(said)?.length, request.slice(at + 4)]).toEqual([1, body])
  },
)

test.each([
  ['two lengths', ['Content-Length: 5', 'Content-Length: 6'], '400 Bad Request'],
  ['a length and pieces', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '400 Bad Request'],
  ['a header with a bare line end', ['X: 1\nY: 2'], '400 Bad Request'],
  ['headers without end', [`X: ${'x'.repeat(20_000)}`], '431 Request Header Fields Too Large'],
])('[S8] a request with %s is refused before anybody is asked', async (_, headers, status) => {
  const answer = await say(`POST http://a.example:${port}/ HTTP/1.1`, 'Host: a', ...headers, '', 'hello')
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status}`))
  expect([asked, came]).toEqual([[], []])
})

test.each([
  'GET http://b.example/ HTTP/1.1',
  'CONNECT b.example:443 HTTP/1.1',
  'GET / HTTP/1.1',
  'CONNECT [::1]:443 HTTP/1.1',
])('[S8] %s is refused in one plain line, and no name is looked up', async (line) => {
  const answer = await say(line, 'Host: a.example', '\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
  expect(lastLine(answer)).toMatch(/^cmux's proxy: /)
  expect([asked, came]).toEqual([[], []])
})

test('[S8] in a tunnel both sides are heard: what came with the request, and what comes after one side has ended', async () => {
  serve = (socket) => void socket.once('end', () => socket.end('bye'))
  const socket = connect({ path: socketPath, allowHalfOpen: true })
  socket.end(`CONNECT a.example:${port} HTTP/1.1\r\n\r\nhello`)
  expect(await text(socket)).toBe('HTTP/1.1 200 Connection established\r\n\r\nbye')
  expect(came).toEqual(['hello'])
})

test.each([
  ['CONNECT closed.example:1', "cmux's proxy: no connection with closed.example:1 (ECONNREFUSED)"],
  ['GET http://closed.example:1/', "cmux's proxy: no connection with closed.example:1 (ECONNREFUSED)"],
  ['CONNECT unknown.example:443', "cmux's proxy: no connection with unknown.example:443 (ENOTFOUND)"],
  ['GET http://unknown.example/', "cmux's proxy: no connection with unknown.example:80 (ENOTFOUND)"],
])('[S8] %s: who can not be reached is named', async (line, why) => {
  const answer = await say(`${line} HTTP/1.1`, 'Host: a', '\r\n')
  expect([answer.split('\r\n')[0], lastLine(answer)]).toEqual(['HTTP/1.1 502 Bad Gateway', why])
})

test('[S8] [P8] when the agent hangs up, so does the proxy, and the other way round', async () => {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  serve = (socket) => resolve(socket)
  const inside = connect(socketPath)
  inside.write(`CONNECT a.example:${port} HTTP/1.1\r\n\r\n`)
  const outside = await promise
  await once(inside, 'data')
  inside.resume().destroy()
  await once(outside.resume(), 'end')
  const again = connect(socketPath)
  serve = (socket) => void socket.destroy()
  again.write(`CONNECT a.example:${port} HTTP/1.1\r\n\r\n`)
  expect(await text(again)).toMatch(/^(HTTP\/1\.1 200 Connection established\r\n\r\n)?$/)
})

const connections = () => new Promise<number>((resolve) => proxy.getConnections((_, count) => resolve(count)))

test('[S8] [P8] an agent has 256 connections and not one more', async () => {
  const sockets = Array.from({ length: 256 }, () => connect(socketPath))
  await vi.waitFor(async () => expect(await connections()).toBe(256))
  expect(await say('GET http://b.example/ HTTP/1.1', '\r\n')).toBe('')
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await connections()).toBe(0))
  expect(await say('GET http://b.example/ HTTP/1.1', 'Host: b', 'Connection: close', '\r\n')).toContain('403')
})
