// Turns the route table into fastify routes: parse what comes in, ask the handler, check what goes out.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import type { Principal } from '../../core/access/principal.ts'
import {
  ROUTES,
  type Route,
  type RouteAnswer,
  type RouteInput,
  type RouteKey,
  type Routes,
} from '../../protocol/routes.ts'
import type { Access } from './guard.ts'
import { refuseInput } from './refuse-input.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    /** A token that has ended with its process may still report here. */
    late?: true
    speaksWebSocket?: true
  }
  interface FastifyRequest {
    principal: Principal | undefined
  }
}

/** Routes that a handler answers; WebSockets have a registration of their own. */
type HandledKey = { [K in RouteKey]: Routes[K] extends { speaks: 'websocket' } ? never : K }[RouteKey]

interface Call<K extends RouteKey> {
  readonly principal: Routes[K]['access'] extends 'public' ? undefined : Principal
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Returned by a handler that has answered (or goes on answering) by itself. */
export const ANSWERED = Symbol('answered')

export type Handlers<Keys extends HandledKey = HandledKey> = {
  readonly [K in Keys]: (input: RouteInput<K>, call: Call<K>) => Promise<RouteAnswer<K> | typeof ANSWERED>
}

export function registerRoutes(app: FastifyInstance, handlers: Handlers): void {
  for (const [address, handler] of Object.entries(handlers)) {
    const route: Route = ROUTES[address as HandledKey]
    const [method, url] = address.split(' ') as [HTTPMethods, string]
    app.route({
      method,
      url,
      config: { access: route.access, ...(route.late && { late: true }) },
      ...(route.bodyMaxBytes !== undefined && { bodyLimit: route.bodyMaxBytes }),
      handler: (request, reply) => answer(route, handler as AnyHandler, request, reply),
    })
  }
}

type AnyHandler = (input: unknown, call: unknown) => Promise<unknown>

async function answer(route: Route, handler: AnyHandler, request: FastifyRequest, reply: FastifyReply) {
  const input = {
    params: parsePart(route.params, request.params, 'path'),
    query: parsePart(route.query, request.query, 'query'),
    body: parsePart(route.body, request.body, 'body'),
  }
  // A handler may set another (health's 503).
  reply.code(route.status ?? 200)
  const result = await handler(input, { principal: request.principal, request, reply })
  if (result === ANSWERED) return reply
  if (route.speaks === 'text') return reply.send(result)
  if (route.status === 204) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(route.answer.parse(result)))
}

export function parsePart(schema: z.ZodType | undefined, value: unknown, place: string): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value, { reportInput: true })
  if (parsed.success) return parsed.data
  throw refuseInput(parsed.error, place)
}
