// Lets another protocol use the HTTP API as its caller would: through guard and route table, with the caller's own credentials.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Send } from '../../client/make-client.ts'

/** What the guard judges a request by. */
const JUDGED = new Set([
  'host',
  'authorization',
  'cookie',
  'origin',
  'x-cmux-client',
  'x-cmux-page-secret',
  'sec-fetch-site',
  'sec-fetch-mode',
])

export function makeInjectSend(app: FastifyInstance, caller: FastifyRequest): Send {
  const credentials = Object.fromEntries(
    Object.entries(caller.headers).filter(([name, value]) => JUDGED.has(name) && value !== undefined),
  )
  return async (method, path, body) => {
    const reply = await app.inject({
      method: method as 'GET',
      url: path,
      headers: { ...credentials, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, body: reply.body === '' ? null : (JSON.parse(reply.body) as unknown) }
  }
}
