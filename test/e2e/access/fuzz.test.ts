import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '../../../src/protocol/error-catalogue.ts'
import { ask } from '../../fixtures/ask.ts'
import { createToken } from '../../fixtures/make-tokens.ts'
import { malformedRequest, type MalformedRequest } from '../../fixtures/malformed-request.ts'
import { headerOf, rawExchange, type RawAnswer } from '../../fixtures/raw-exchange.ts'
import { sampleSize } from '../../fixtures/sample-rows.ts'
import { makeBuild, startServerProcess, type ServerProcess } from '../../fixtures/start-server-process.ts'

const SEED = Number(process.env['CMUX_TEST_SEED'] ?? 20_261_115)
const REQUESTS = sampleSize({ whole: 20_000, sample: 3000 })
const BATCH = 1000
const TOGETHER = 100
/** Requests that may announce more than they send are ended after this, and then need no answer. */
const PATIENCE_MS = 300
/** Caches and the ring of recent events fill up first; from there on nothing may grow. */
const WARM_UP = sampleSize({ whole: 4000, sample: 2000 })
/**
 * A leak grows in every batch, by its size for each request; a late cache, or a collection that comes late, grows in some.
 * So the batch that grew least tells them apart: a leak of two kilobytes a request is two megabytes there.
 */
const BATCH_GROWTH_MAX_BYTES = 1.25 * 1024 * 1024
/** Answers that malformed requests bring about; the last two are too rare for a sample. */
const ANSWERS = [101, 200, 400, 401, 403, 404, 413, 415, 201, 431]
const EXPECTED_ANSWERS = ANSWERS.slice(0, sampleSize({ whole: 10, sample: 8 }))

/** Refused by Node's parser, before any code of ours. */
const NOT_HTTP = 'the request is not valid HTTP'

const FOREIGN = /^\w+ \/(?:mcp|a2a)\b/
const LINE_MAX_BYTES = 200

/** How often each status was answered. */
type Kinds = Map<number | 'not HTTP', number>

/** What is wrong with an answer; undefined when it is as CONTRACT.md says. */
function faultOf(
  { status, headers, body }: RawAnswer,
  { bytes, mayBeSilent }: MalformedRequest,
): string | undefined {
  if (status === 0) return mayBeSilent ? undefined : 'no answer'
  if (status >= 500) return `status ${status}: ${body}`
  if (headers.some(([name]) => name.startsWith('access-control-'))) return 'a CORS header'
  if (status < 400) return undefined
  if (headerOf({ status, headers, body }, 'content-security-policy') === undefined)
    return `${status} without CSP`
  if (body === '') return bytes.subarray(0, 4).toString() === 'HEAD' ? undefined : `${status} without a body`
  const type = headerOf({ status, headers, body }, 'content-type') ?? ''
  if (!/^application\/json(; charset=utf-8)?$/.test(type)) return `${status} that is no JSON: ${body}`
  const { error, jsonrpc } = JSON.parse(body) as {
    error?: { code: string; message: string; hint: string }
    jsonrpc?: string
  }
  // MCP and A2A have words of their own for what is wrong.
  if (jsonrpc === '2.0' && FOREIGN.test(bytes.subarray(0, LINE_MAX_BYTES).toString('latin1')))
    return error && error.message.length > 0 ? undefined : `${status} with ${body}`
  const isWhole = error && error.code in ERROR_CATALOGUE && error.message.length > 0 && error.hint.length > 0
  return isWhole ? undefined : `${status} with ${body}`
}

/** The batch itself is a megabyte of bytes; the seed gives it again, and the cause says which requests it was. */
function reporter<T>({ failed, seed, errorInstance }: fc.RunDetails<T>): void {
  if (failed) throw new Error(`--seed ${seed}`, { cause: errorInstance })
}

/** What is alive once no stream is open any more. */
async function heapAtRest(server: ServerProcess): Promise<number> {
  await expect
    .poll(async () => (await ask(server, { path: '/metrics', token: server.owner })).body, {
      timeout: 20_000,
    })
    .toMatch(/^cmux_streams_open 0$/m)
  return await server.heapBytes()
}

async function throwAll(server: ServerProcess, count: number, seed: number, kinds: Kinds): Promise<void> {
  const target = {
    port: server.port,
    owner: server.owner,
    observer: (await createToken(server, 'observer')).secret,
  }
  const batch = fc.array(malformedRequest(target), { minLength: BATCH, maxLength: BATCH })
  const property = fc.asyncProperty(batch, async (requests) => {
    const faults: string[] = []
    const waiting = requests.values()
    const work = async () => {
      for (const request of waiting) {
        const answer = await rawExchange(
          server.port,
          request.bytes,
          request.mayWait ? PATIENCE_MS : undefined,
        )
        const kind = answer.body.includes(NOT_HTTP) ? 'not HTTP' : answer.status
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        const fault = faultOf(answer, request)
        if (fault)
          faults.push(`${fault}\n  to ${JSON.stringify(request.bytes.toString('latin1').slice(0, 600))}`)
      }
    }
    await Promise.all(Array.from({ length: TOGETHER }, work))
    expect(faults).toEqual([])
  })
  await fc.assert(property, { seed, numRuns: count / BATCH, endOnFailure: true, reporter })
}

test(`[P8] ${REQUESTS} malformed requests get no 5xx, leave the server well and its memory flat`, async () => {
  using build = await makeBuild()
  await using server = await startServerProcess(build, { nodeOptions: ['--expose-gc'], reportsHeap: true })
  await throwAll(server, WARM_UP, SEED - 1, new Map())
  const kinds: Kinds = new Map()
  const heap = [await heapAtRest(server)]
  for (const batch of Array(REQUESTS / BATCH).keys()) {
    await throwAll(server, BATCH, SEED + batch, kinds)
    heap.push(await heapAtRest(server))
  }
  const growth = heap.slice(1).map((bytes, index) => bytes - (heap[index] ?? 0))
  const health = await ask(server, { path: '/api/webhooks/health' })
  expect([health.status, (health.json as { pid: number }).pid]).toEqual([200, server.pid])
  expect(server.output()).toBe('')
  const seen = [...kinds].map(([kind, count]) => `${kind}: ${count}`).toSorted()
  process.stdout.write(`seed ${SEED}: ${seen.join(', ')}; heap grew by ${growth.join(', ')} bytes\n`)
  expect(Math.min(...growth)).toBeLessThan(BATCH_GROWTH_MAX_BYTES)
  // It did get past the guard and into every kind of refusal.
  const missed = EXPECTED_ANSWERS.filter((status) => !kinds.has(status))
  expect(missed).toEqual([])
  expect(kinds.get('not HTTP')).toBeLessThan(REQUESTS / 2)
})
