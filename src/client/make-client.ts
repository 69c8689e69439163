// The typed client of the HTTP API. It needs only the types of the route table, and a way to send: the browser has one,
// the CLI another.
import type { ErrorBody } from '../protocol/cmux-error.ts'
import type { RouteAnswer, RouteKey, RouteRequest } from '../protocol/routes.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Sends one request; rejects only when no answer came. */
export type Send = (method: string, path: string, body: unknown) => Promise<Answer>

/** An answer that is an error, as the server words it. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly status: number
  readonly code: string
  readonly hint: string

  constructor(status: number, { code, message, hint }: ErrorBody['error']) {
    super(message)
    this.status = status
    this.code = code
    this.hint = hint
  }
}

type Arguments<K extends RouteKey> = keyof RouteRequest<K> extends never ? [] : [request: RouteRequest<K>]

export interface Client {
  call<K extends RouteKey>(route: K, ...request: Arguments<K>): Promise<RouteAnswer<K>>
}

export function makeClient(send: Send): Client {
  return {
    async call<K extends RouteKey>(route: K, ...[request]: Arguments<K>): Promise<RouteAnswer<K>> {
      const { params = {}, query = {}, body } = (request ?? {}) as LooseRequest
      const [method = '', template = ''] = route.split(' ')
      const path = template.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String(params[name])),
      )
      const answer = await send(method, path + searchOf(query), body)
      if (answer.status < 400) return answer.body as RouteAnswer<K>
      if (!isErrorBody(answer.body)) throw new RefusedRequest(answer.status, UNREADABLE)
      throw new RefusedRequest(answer.status, answer.body.error)
    },
  }
}

interface LooseRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

const UNREADABLE = {
  code: 'INTERNAL',
  message: 'the answer is not one of cmux',
  hint: 'is something else on this port?',
}

function searchOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()}`
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body
}
