// What a server says of events that are in the archive, and where they are still to be had.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../src/adapters/entropy/sha256.ts'
import { makeSegmentFiles, SEGMENTS_FOLDER } from '../../../src/adapters/files/segment-files.ts'
import { makeArchiver } from '../../../src/core/archive/archiver.ts'
import type { AuditEntry, AuditVerification } from '../../../src/protocol/audit.ts'
import type { Event } from '../../../src/protocol/event.ts'
import { ask, type HeaderLine } from '../../fixtures/ask.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

const EDGE = 100

let server: InProcessServer
beforeAll(async () => {
  server = await startServer()
  const { store, clock } = server.context
  await store.write(async ({ events }) => {
    for (let number = 0; number < 150; number += 1)
      await events.append({ type: 'disk.cleaned', actor: 'system', data: { removed: [], bytes: number } })
  })
  // As if the newest were old enough.
  const policy = { keepDays: -1, events: EDGE / 2, keepNewest: 30 }
  const files = makeSegmentFiles(join(server.home, SEGMENTS_FOLDER))
  const archiver = makeArchiver({ store, clock, sha256, files, policy, pause: () => Promise.resolve() })
  await archiver.look(new AbortController().signal)
})
afterAll(() => server[Symbol.asyncDispose]())

const get = async (path: string, headers: readonly HeaderLine[] = []) =>
  ask(server, { path, token: server.owner, headers })
const readPage = async (query: string) => {
  const { items, next, archived } = (await get(`/api/events?${query}`)).json as {
    items: Event[]
    next: string | null
    archived: { upTo: number } | null
  }
  return { first: items[0]?.seq, last: items.at(-1)?.seq, next, archived }
}

test.each([
  ['after=0&limit=10', { first: 101, last: 110, next: '110', archived: { upTo: EDGE } }],
  ['after=42&limit=10', { first: 101, last: 110, next: '110', archived: { upTo: EDGE } }],
  ['after=100&limit=10', { first: 101, last: 110, next: '110', archived: null }],
  ['before=121&limit=10', { first: 111, last: 120, next: '111', archived: null }],
  ['before=111&limit=10', { first: 101, last: 110, next: null, archived: { upTo: EDGE } }],
  ['before=50&limit=10', { first: undefined, last: undefined, next: null, archived: { upTo: EDGE } }],
  ['types=disk.cleaned&before=111&limit=10', { first: 101, last: 110, next: null, archived: { upTo: EDGE } }],
])('[Y3] events?%s says that older ones are in the archive, and where that begins', async (query, page) => {
  expect(await readPage(query)).toEqual(page)
})

test('[Y3] a stream from the archive is refused with the number to go on from; one from the beginning has what there is', async () => {
  const accept = 'text/event-stream'
  expect(await get('/api/events?after=42', [['Accept', accept]])).toMatchObject({
    status: 410,
    json: { error: { code: 'HISTORY_ARCHIVED', message: expect.stringContaining(`after=${EDGE}`) } },
  })
  const controller = new AbortController()
  const reply = await fetch(`${server.url}/api/events?after=0`, {
    headers: { accept, authorization: `Bearer ${server.owner}` },
    signal: controller.signal,
  })
  const { value } = (await reply.body?.getReader().read()) ?? {}
  controller.abort()
  expect(new TextDecoder().decode(value)).toMatch(new RegExp(`^(?::[^\\n]*\\n+)?id: ${EDGE + 1}\\n`))
})

test('[Y3] [P10] the audit has all of it, as a page, as lines and as a proof', async () => {
  const { items } = (await get('/api/audit?after=95&limit=10')).json as { items: AuditEntry[] }
  expect(items.map(({ seq }) => seq)).toEqual([96, 97, 98, 99, 100, 101, 102, 103, 104, 105])
  const head = await server.context.store.read.events.head()
  const headers = { authorization: `Bearer ${server.owner}` }
  const text = await (await fetch(`${server.url}/api/audit?format=jsonl`, { headers })).text()
  const lines = text.trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as AuditEntry).seq)).toEqual(
    Array.from({ length: head }, (_, index) => index + 1),
  )
  const found = (await get('/api/audit/verification')).json as AuditVerification
  expect(found).toMatchObject({ complete: true, broken: null, checkedTo: head })
})
