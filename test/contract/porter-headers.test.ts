// The port of a service, with a real service behind it: what is cmux's own passes in neither direction.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { makePassOn, passUpgrade, wantsUpgrade, type Desk } from '../../src/porter/pass-on.ts'
import { rawExchange } from '../fixtures/raw-exchange.ts'

const OURS = [
  'Cookie: theme=dark; cmux_session_8000=cmux_stolen; cart=7',
  'X-Cmux-Page-Secret: cmux_page',
  'X-Cmux-Client: web',
  'Authorization: Bearer cmux_token',
]
/** A service that wants the dashboard's session for itself. */
const SET = ['theme=light; Path=/', 'cmux_session_8000=cmux_planted; Path=/']

let service: Server
let port: Server
const heard: Record<string, string | string[] | undefined>[] = []
const hear = ({ headers }: IncomingMessage) => heard.push(headers)

beforeAll(async () => {
  service = createServer((asked, reply) => {
    hear(asked)
    asked.setEncoding('utf8')
    let body = ''
    asked.on('data', (text: string) => (body += text))
    asked.on('end', () => {
      reply.setHeader('set-cookie', SET)
      reply.setHeader('x-cmux-client', 'planted')
      reply.end(`served ${body}`)
    })
  })
  const sockets = new WebSocketServer({ noServer: true })
  sockets.on('headers', (headers) => headers.push(...SET.map((cookie) => `Set-Cookie: ${cookie}`)))
  service.on('upgrade', (asked: IncomingMessage, socket: Socket, head: Buffer) => {
    hear(asked)
    if (asked.url === '/refused')
      socket.end(
        `HTTP/1.1 403 Forbidden\r\nSet-Cookie: ${SET[1]}\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n`,
      )
    else
      sockets.handleUpgrade(asked, socket, head, (inside) =>
        inside.on('message', (data) => inside.send(data)),
      )
  })
  await once(service.listen(0, '127.0.0.1'), 'listening')
  const upstream = { key: 'v1', port: (service.address() as AddressInfo).port, inFlight: 0 }
  const desk: Desk = {
    serving: () => upstream,
    reserve: () => undefined,
    blame: () => undefined,
    wait: () => Promise.resolve(upstream),
    breathe: () => Promise.resolve(),
  }
  port = createServer({ shouldUpgradeCallback: wantsUpgrade }, makePassOn(desk))
  port.on('upgrade', (asked, socket, head) => passUpgrade(desk, asked, socket as Socket, head))
  await once(port.listen(0, '127.0.0.1'), 'listening')
})

afterAll(() => {
  for (const server of [port, service]) {
    server.closeAllConnections()
    server.close()
  }
})

const portOf = () => (port.address() as AddressInfo).port
const foreignOnly = { cookie: 'theme=dark; cart=7' }
const withoutOurs = () => {
  const { cookie, authorization, ...rest } = heard.at(-1) ?? {}
  const left = Object.keys(rest).filter((name) => name.startsWith('x-cmux-'))
  return { cookie, ...(authorization !== undefined && { authorization }), ...(left.length > 0 && { left }) }
}

test('[S6] a service gets its own cookies and not the dashboard’s, and can’t set that one', async () => {
  const lines = ['GET / HTTP/1.1', 'Host: a', 'Connection: close', ...OURS]
  const answer = await rawExchange(portOf(), `${lines.join('\r\n')}\r\n\r\n`)
  expect(withoutOurs()).toEqual(foreignOnly)
  expect(answer.headers.filter(([name]) => /set-cookie|x-cmux/.test(name))).toEqual([['set-cookie', SET[0]]])
  expect(answer.body).toBe('served ')
})

test('[S6] so for a WebSocket, which works both ways', async () => {
  const headers = Object.fromEntries(OURS.map((line) => line.split(': ', 2)))
  const socket = new WebSocket(`ws://127.0.0.1:${portOf()}/`, { headers })
  const [answer] = (await once(socket, 'upgrade')) as [IncomingMessage]
  expect(answer.headers['set-cookie']).toEqual([SET[0]])
  expect(withoutOurs()).toEqual(foreignOnly)
  if (socket.readyState !== WebSocket.OPEN) await once(socket, 'open')
  socket.send('hello')
  const [said] = (await once(socket, 'message')) as [Buffer]
  expect(said.toString('utf8')).toBe('hello')
  socket.close()
  await once(socket, 'close')
})

test('[S6] so for an upgrade that the service refuses', async () => {
  const answer = await rawExchange(
    portOf(),
    `GET /refused HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${OURS.join('\r\n')}\r\n\r\n`,
  )
  expect([answer.status, answer.body, answer.headers.filter(([name]) => name === 'set-cookie')]).toEqual([
    403,
    'no',
    [],
  ])
  expect(withoutOurs()).toEqual(foreignOnly)
})

test('[G2] an offer of HTTP/2 does not cost a request its body', async () => {
  const lines = [
    'POST / HTTP/1.1',
    'Host: a',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA',
    'Content-Length: 3',
  ]
  const answer = await rawExchange(portOf(), `${lines.join('\r\n')}\r\n\r\ntea`)
  expect([answer.status, answer.body]).toEqual([200, 'served tea'])
})
