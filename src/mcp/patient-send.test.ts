import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { makePatientSend, type Patience } from './patient-send.ts'
import { UnsureCall } from './unsure-call.ts'

/** A status with a body, or a connection that is cut. */
type Step = readonly [status: number, body: string] | 'cut'

let folder: ReturnType<typeof makeTempFolder>
let server: Server
let heard: { authorization: string | undefined; body: string }[]
let steps: Step[]

beforeEach(async () => {
  folder = makeTempFolder()
  heard = []
  server = createServer((request, response) => {
    void readAll(request).then((body) => {
      heard.push({ authorization: request.headers.authorization, body })
      const step = steps.length > 1 ? steps.shift() : steps[0]
      if (step === undefined || step === 'cut') return request.socket.destroy()
      // As an agent that is started again gets it.
      if (step[0] === 401) writeFileSync(tokenFile(), 'second')
      return response.writeHead(step[0]).end(step[1])
    })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  writeFileSync(tokenFile(), 'first')
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
  folder[Symbol.dispose]()
})

const tokenFile = () => join(folder.path, 'token')

async function readAll(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function sendThrough(answers: readonly Step[], patience?: Patience) {
  steps = [...answers]
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return makePatientSend({ url, tokenFile: tokenFile() }, patience)('POST', '/api/messages', { id: 'm1' })
}

const DONE: Step = [201, '{"id":"m1"}']

test.each<readonly [string, readonly Step[], number]>([
  ['a crash', ['cut', 'cut', DONE], 3],
  ['safe mode', [[503, '{}'], [503, '{}'], DONE], 3],
  ['a server that is stopped in the middle of its words', [[200, '{"id":'], DONE], 2],
  ['too many requests', [[429, '{}'], DONE], 2],
])('[P2] the same is asked again through %s', async (_, answers, times) => {
  expect(await sendThrough(answers)).toMatchObject({ status: 201, body: { id: 'm1' } })
  expect(heard.map(({ body }) => body)).toEqual(Array.from({ length: times }, () => '{"id":"m1"}'))
})

test('[P7] a token that is refused is read anew, once', async () => {
  expect(await sendThrough([[401, '{}'], DONE])).toMatchObject({ status: 201 })
  expect(heard.map(({ authorization }) => authorization)).toEqual(['Bearer first', 'Bearer second'])
  expect(await sendThrough([[401, '{}']])).toMatchObject({ status: 401 })
  expect(heard).toHaveLength(4)
})

test.each([400, 403, 404, 409, 507])('what answers %i is not asked again', async (status) => {
  expect(await sendThrough([[status, '{}']])).toMatchObject({ status })
  expect(heard).toHaveLength(1)
})

test('[P8] after the limit it is said that nobody knows', async () => {
  await expect(sendThrough([[503, '{}']], { patienceMs: 200 })).rejects.toThrow(UnsureCall)
  await expect(sendThrough(['cut'], { patienceMs: 200 })).rejects.toThrow(/no answer within 0.2 s/)
})

test('[P8] asks on until its patience is over, also when less of it is left than one try may take', async () => {
  const answer = await sendThrough([[503, '{}'], 'cut', [200, '{}']], { patienceMs: 5000, tryMs: 30_000 })
  expect(answer).toMatchObject({ status: 200 })
})
