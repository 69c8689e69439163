import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { makeHttpSend } from './http-send.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function sendTo(answer: string | undefined, limitMs: number): Promise<unknown> {
  using folder = makeTempFolder()
  const tokenFile = join(folder.path, 'token')
  writeFileSync(tokenFile, 'cmux_x\n')
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    if (answer !== undefined) socket.once('data', () => socket.end(answer))
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const send = makeHttpSend({ url: `http://127.0.0.1:${port}`, tokenFile, limitMs })
  return send('GET', '/x', undefined).catch((error: unknown) => error)
}

test('[P8] a server that never answers is given up after the limit', async () => {
  expect(await sendTo(undefined, 50)).toMatchObject({ code: 'TIMED_OUT', exitCode: 5 })
})

test('a connection that is reset means that nothing runs there', async () => {
  expect(await sendTo('', 5000)).toMatchObject({ code: 'NOT_RUNNING' })
})

test('plain text and JSON both come back', async () => {
  const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'
  expect(await sendTo(`${head}{"a":1}`, 5000)).toEqual({ status: 200, body: { a: 1 } })
  expect(await sendTo(`${head}# HELP`, 5000)).toEqual({ status: 200, body: '# HELP' })
})

test('a missing token file says which', async () => {
  const send = makeHttpSend({ url: 'http://127.0.0.1:1', tokenFile: '/nowhere/token', limitMs: 50 })
  await expect(send('GET', '/', undefined)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', exitCode: 4 })
})
