import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Event } from '../../../src/protocol/event.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { headerOf, rawUpgrade } from '../../fixtures/raw-exchange.ts'
import {
  openEventSource,
  openWebSocket,
  type OpenStream,
  type OpenStreamBy,
} from '../../fixtures/read-stream.ts'
import { makeBuild, startServerProcess } from '../../fixtures/start-server-process.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { writeEvents } from '../../fixtures/write-events.ts'

const KINDS = [
  [
    'WebSocket',
    openWebSocket,
    {
      slow: [4408, 'too slow'],
      stopping: [1001, 'reconnect'],
      ahead: 'closed with 4409: there is no such event',
    },
  ],
  ['Server-Sent Events', openEventSource, { slow: [0, 'slow'], stopping: [0, 'stopping'], ahead: '409' }],
] as const

/** Opens a stream that must not go on, and says how it ended. */
async function endOf(opening: Promise<OpenStream>): Promise<string> {
  try {
    const { code, reason } = await (await opening).ended
    return `closed with ${code}: ${reason}`
  } catch (error) {
    return String(error)
  }
}

const sequence = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

/** The same numbers each time (mulberry32), so that a failure can be seen again. */
function makeRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Follows the history to `last`, cutting its own connection again and again, and gives every number it was sent. */
async function followWithBreaks(
  server: InProcessServer,
  open: OpenStreamBy,
  random: () => number,
  last: () => number,
): Promise<{ numbers: number[]; connections: number }> {
  const numbers: number[] = []
  let connections = 0
  while ((numbers.at(-1) ?? 0) < last()) {
    const breakAfter = numbers.length + 1 + Math.floor(random() * 1200)
    let stream: OpenStream | undefined
    let isCut = false
    const onEvent = ({ seq }: Event) => {
      // What was still on its way when we left is not ours any more: we will ask for it again.
      if (isCut) return
      numbers.push(seq)
      isCut = numbers.length >= breakAfter || seq >= last()
      if (isCut) stream?.close()
    }
    stream = await open(server, numbers.at(-1) ?? 0, { onEvent })
    connections += 1
    if (isCut) stream.close()
    await stream.ended
  }
  return { numbers, connections }
}

test('[P10] clients that come and go while 10,000 events are written see each number once, in order', async () => {
  const seed = Number(process.env['CMUX_TEST_SEED'] ?? 20_261_115)
  onTestFinished(({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(`CMUX_TEST_SEED=${seed}\n`)
  })
  await using server = await startServer()
  let last = Number.POSITIVE_INFINITY
  const clients = Array.from({ length: 20 }, (_, index) =>
    followWithBreaks(
      server,
      index % 2 === 0 ? openWebSocket : openEventSource,
      makeRandom(seed + index),
      () => last,
    ),
  )
  // Small and large batches in turn: single events are what the cutover from the past to the present can lose.
  const random = makeRandom(seed - 1)
  for (let written = 0; written < 10_000;) {
    const count = Math.min(10_000 - written, random() < 0.5 ? 1 : Math.ceil(random() * 60))
    await writeEvents(server, count)
    written += count
  }
  const head = await server.context.store.read.events.head()
  last = head
  // Whoever saw the head before it was known to be the last waits for one more.
  await writeEvents(server, 1)
  const seen = await Promise.all(clients)
  expect(head).toBeGreaterThanOrEqual(10_000)
  for (const { numbers } of seen) expect(numbers.slice(0, head)).toEqual(sequence(1, head))
  expect(seen.reduce((sum, { connections }) => sum + connections, 0)).toBeGreaterThan(100)
  await expect.poll(() => server.context.connections.count()).toBe(0)
})

describe.each(KINDS)('over %s', (_, open, ends) => {
  test('[P8] a reader that stops reading is cut off with the reason, costs little, and can resume', async () => {
    await using server = await startServer({ limits: { slowReaderSec: 2 } })
    const sockets: Socket[] = []
    server.app.server.on('connection', (socket) => sockets.push(socket))
    const stream = await open(server, 0)
    await expect.poll(() => stream.events.length).toBeGreaterThan(0)
    stream.pause()
    // More than the kernel's buffers hold, so that the server has to wait for the reader.
    let bufferedMax = 0
    for (let written = 0; written < 12_000; written += 500) {
      await writeEvents(server, 500, 4000)
      bufferedMax = Math.max(bufferedMax, ...sockets.map((socket) => socket.writableLength))
    }
    await expect.poll(() => server.context.connections.count(), { timeout: 10_000 }).toBe(0)
    // One page of 128 such events, of 50 MB in all.
    expect(bufferedMax).toBeGreaterThan(0)
    expect(bufferedMax).toBeLessThan(1_000_000)
    stream.resume()
    const { code, reason } = await stream.ended
    expect([code, reason]).toEqual([ends.slow[0], expect.stringContaining(ends.slow[1])])
    const got = stream.events.map(({ seq }) => seq)
    const head = await server.context.store.read.events.head()
    expect(got).toEqual(sequence(1, got.length))
    expect(got.length).toBeLessThan(head)
    const resumed = await open(server, got.length)
    await expect.poll(() => resumed.events.length, { timeout: 20_000 }).toBe(head - got.length)
    expect(resumed.events.map(({ seq }) => seq)).toEqual(sequence(got.length + 1, head))
    resumed.close()
  })

  test('[P8] a reader that does not even take the farewell loses its connection', async () => {
    await using server = await startServer({ limits: { slowReaderSec: 0.2 } })
    const stream = await open(server, 0)
    stream.pause()
    await writeEvents(server, 12_000, 4000)
    await expect.poll(() => server.context.connections.count(), { timeout: 10_000 }).toBe(0)
    const connectionsOf = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)))
    await expect.poll(connectionsOf, { timeout: 10_000 }).toBe(0)
    stream.resume()
    await stream.ended
  })

  test('[P8] a reader that is stuck does not hold up the stop', async () => {
    const server = await startServer()
    const stream = await open(server, 0)
    stream.pause()
    await writeEvents(server, 12_000, 4000)
    const began = performance.now()
    await server[Symbol.asyncDispose]()
    // The process gives itself 4 s to stop.
    expect(performance.now() - began).toBeLessThan(3500)
    stream.resume()
    await stream.ended
  })

  test('[P8] streams beyond the limit are refused with 429, and there is room again afterwards', async () => {
    await using server = await startServer({ limits: { streams: 2 } })
    const first = await open(server, 0)
    const second = await open(server, 0)
    await expect(open(server, 0)).rejects.toThrow('429')
    const headers = [['Accept', 'text/event-stream']] as const
    const refused = await ask(server, { path: '/api/events', token: server.owner, headers })
    expect([refused.status, errorCode(refused), headerOf(refused, 'retry-after')]).toEqual([
      429,
      'TOO_MANY_REQUESTS',
      '5',
    ])
    first.close()
    await expect.poll(() => server.context.connections.count()).toBe(1)
    const third = await open(server, 0)
    second.close()
    third.close()
    await expect.poll(() => server.context.connections.count()).toBe(0)
  })

  test('[P10] a client that comes from a history that was taken back is told so', async () => {
    await using server = await startServer()
    const head = await server.context.store.read.events.head()
    expect(await endOf(open(server, head + 1))).toContain(ends.ahead)
    const current = await open(server, head)
    await writeEvents(server, 1)
    await expect.poll(() => current.events.map(({ seq }) => seq)).toEqual([head + 1])
    current.close()
  })

  test('[U1] the stop of the server tells clients to come back, and is recorded', async () => {
    using build = await makeBuild()
    await using server = await startServerProcess(build)
    const reader = await open(server, 0)
    const stopped = server.stop('SIGTERM')
    const { code, reason } = await reader.ended
    expect([code, reason]).toEqual([ends.stopping[0], expect.stringContaining(ends.stopping[1])])
    expect(await stopped).toBe(0)
    expect(existsSync(join(server.home, 'instance.json'))).toBe(false)
  })
})

const readPage = async (server: InProcessServer, query: string) => {
  const reply = await ask(server, { path: `/api/events${query}`, token: server.owner })
  return reply.json as { items: Event[]; next: string | null }
}

const seqsOf = (events: readonly Event[], wanted: string) =>
  events.filter(({ type }) => type === wanted).map(({ seq }) => seq)

describe('the history as pages', () => {
  test('[P10] is complete when one follows `next`, and `next` is null exactly at the end', async () => {
    await using server = await startServer()
    await writeEvents(server, 20 - (await server.context.store.read.events.head()))
    for (const limit of [1, 3, 7, 10, 19, 20, 21, 1000]) {
      const numbers: number[] = []
      let pages = 0
      for (let next: string | null = '0'; next !== null; pages += 1) {
        const page = await readPage(server, `?after=${next}&limit=${limit}`)
        numbers.push(...page.items.map(({ seq }) => seq))
        next = page.next
      }
      expect([limit, numbers, pages]).toEqual([limit, sequence(1, 20), Math.ceil(20 / limit)])
    }
  })

  test('[P10] says AHEAD_OF_HISTORY beyond its end, and is empty at its end', async () => {
    await using server = await startServer()
    const head = await server.context.store.read.events.head()
    expect(await readPage(server, `?after=${head}`)).toEqual({ items: [], next: null, archived: null })
    const reply = await ask(server, { path: `/api/events?after=${head + 1}`, token: server.owner })
    expect([reply.status, errorCode(reply)]).toEqual([409, 'AHEAD_OF_HISTORY'])
  })

  test('[P10] is complete backwards, too, in ascending pages, and by type', async () => {
    await using server = await startServer()
    await writeEvents(server, 20 - (await server.context.store.read.events.head()))
    const all = (await readPage(server, '?limit=1000')).items
    for (const [query, wanted] of [
      ['', sequence(1, 20)],
      ['&types=backup.*,nothing.like_it', seqsOf(all, 'backup.created')],
      ['&types=token.created', seqsOf(all, 'token.created')],
      ['&after=10', sequence(11, 20)],
    ] as const)
      for (const limit of [1, 3, 20, 21]) {
        const pages: number[][] = []
        for (let next: string | null = '21'; next !== null;) {
          const page = await readPage(server, `?before=${next}&limit=${limit}${query}`)
          pages.unshift(page.items.map(({ seq }) => seq))
          next = page.next
        }
        expect([query, limit, pages.flat(), pages.length]).toEqual([
          query,
          limit,
          wanted,
          Math.ceil(wanted.length / limit),
        ])
      }
  })

  test.each([
    ['?types=', []],
    ['?types=agent.*.x', []],
    ['?types=Agent', []],
    [`?types=${Array.from({ length: 21 }, () => 'a').join(',')}`, []],
    ['?before=0', []],
    ['?types=agent.status', [['Accept', 'text/event-stream']]],
    ['?before=5', [['Accept', 'text/event-stream']]],
  ] as const)('refuses what it can not answer: %s %j', async (query, headers) => {
    await using server = await startServer()
    const reply = await ask(server, { path: `/api/events${query}`, token: server.owner, headers })
    expect([reply.status, errorCode(reply)]).toEqual([400, 'BAD_REQUEST'])
  })

  test('[P10] is resumed by Last-Event-ID, which wins over the address', async () => {
    await using server = await startServer()
    await writeEvents(server, 10)
    const head = await server.context.store.read.events.head()
    const stream = await openEventSource(server, 0, { headers: { 'last-event-id': String(head - 2) } })
    await expect.poll(() => stream.events.map(({ seq }) => seq)).toEqual([head - 1, head])
    stream.close()
    const headers = [
      ['Accept', 'text/event-stream'],
      ['Last-Event-ID', 'x'],
    ] as const
    const reply = await ask(server, { path: '/api/events', token: server.owner, headers })
    expect([reply.status, errorCode(reply)]).toEqual([400, 'BAD_REQUEST'])
  })
})

test('[P8] a client that leaves while its stream is being opened keeps no place', async () => {
  await using server = await startServer()
  for (let round = 0; round < 50; round += 1) {
    const socket = await rawUpgrade(server.port, '/api/stream', server.owner)
    socket.destroy()
    const stream = await openEventSource(server, 0)
    stream.close()
  }
  await expect.poll(() => server.context.connections.count()).toBe(0)
})
