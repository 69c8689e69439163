// The first frame of a stream that a browser opens, over a real socket.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { readGreeting, type Greeting } from '../../src/server/stream/read-greeting.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'

let server: Server
let sockets: WebSocketServer
beforeAll(async () => {
  server = createServer()
  sockets = new WebSocketServer({ server })
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => {
  for (const socket of sockets.clients) socket.terminate()
  server.close()
})

async function meet() {
  const clock = makeFakeClock()
  const met = Promise.withResolvers<Greeting>()
  sockets.once('connection', (socket) => met.resolve(readGreeting(socket, clock)))
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(client, 'open')
  return { clock, client, greeting: await met.promise }
}

test('[S6] the page’s secret comes first, and what follows it is kept in order', async () => {
  const { clock, client, greeting } = await meet()
  for (const text of ['{"pageSecret":"s"}', 'one', 'two']) client.send(text)
  expect(await greeting.pageSecret).toBe('s')
  const heard: string[] = []
  greeting.passTo((text) => heard.push(text))
  client.send('three')
  await expect.poll(() => heard).toEqual(['one', 'two', 'three'])
  expect(clock.waiting()).toBe(0)
  client.terminate()
})

test.each([
  ['something else', '{"term":"open","agent":"a","cols":1,"rows":1}'],
  ['more than the secret', '{"pageSecret":"s","as":"owner"}'],
  ['a secret that is too long', JSON.stringify({ pageSecret: 'x'.repeat(201) })],
  ['no JSON', 'pageSecret'],
])('[S6] %s is no greeting', async (_, frame) => {
  const { client, greeting } = await meet()
  client.send(frame)
  expect(await greeting.pageSecret).toBeUndefined()
  client.terminate()
})

test('[P8] nobody is waited for longer than ten seconds, and nobody who has left', async () => {
  const silent = await meet()
  silent.clock.advance(10_000)
  expect(await silent.greeting.pageSecret).toBeUndefined()
  const gone = await meet()
  gone.client.terminate()
  expect(await gone.greeting.pageSecret).toBeUndefined()
  silent.client.terminate()
})
