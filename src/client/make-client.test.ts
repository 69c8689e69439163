import { expect, test } from 'vitest'
import { makeClient, RefusedRequest } from './make-client.ts'

const answering = (status: number, body: unknown) => {
  const sent: unknown[][] = []
  const client = makeClient((...request) => {
    sent.push(request)
    return Promise.resolve({ status, body })
  })
  return { client, sent }
}

test('a call becomes method, path with its parameters encoded, query and body', async () => {
  const { client, sent } = answering(200, {})
  await client.call('DELETE /api/tokens/:id', { params: { id: 'tok_../x?' } })
  await client.call('GET /api/tokens', { query: { limit: 5, cursor: 'a&b' } })
  await client.call('POST /api/tokens', { body: { role: 'observer' } })
  expect(sent).toEqual([
    ['DELETE', '/api/tokens/tok_..%2Fx%3F', undefined],
    ['GET', '/api/tokens?limit=5&cursor=a%26b', undefined],
    ['POST', '/api/tokens', { role: 'observer' }],
  ])
})

test.each([
  [
    { error: { code: 'NOT_FOUND', message: 'm', hint: 'h' } },
    { status: 404, code: 'NOT_FOUND', message: 'm', hint: 'h' },
  ],
  ['<html>', { status: 404, code: 'INTERNAL' }],
  [null, { status: 404, code: 'INTERNAL' }],
])('an error answer %j is thrown with the server’s words, or as foreign', async (body, expected) => {
  const failure: unknown = await answering(404, body)
    .client.call('GET /api/status')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(RefusedRequest)
  expect(failure).toMatchObject(expected)
})
