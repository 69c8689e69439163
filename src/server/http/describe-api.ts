// The OpenAPI document, made from the same route table and schemas that validate.
import { z } from 'zod'
import { ProofKind } from '../../protocol/approvals/proof.ts'
import { ROUTES, type Route } from '../../protocol/routes.ts'

const ErrorBody = z.object({
  error: z.object({ code: z.string(), message: z.string(), hint: z.string(), proof: ProofKind.optional() }),
})

export function describeApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [address, route] of Object.entries<Route>(ROUTES)) {
    const [method = '', path = ''] = address.split(' ')
    const item = (paths[path.replaceAll(/:(\w+)/g, '{$1}')] ??= {})
    item[method.toLowerCase()] = describeRoute(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'cmux', version },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function describeRoute(route: Route): Record<string, unknown> {
  return {
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ token: route.access }],
    parameters: [...describeParameters('path', route.params), ...describeParameters('query', route.query)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(route.body, 'input') } },
      },
    }),
    responses: {
      [String(successStatus(route))]: describeAnswer(route),
      default: {
        description: 'What went wrong, and what to do',
        content: { 'application/json': { schema: jsonSchema(ErrorBody, 'output') } },
      },
    },
  }
}

function successStatus(route: Route): number {
  return route.speaks === 'websocket' ? 101 : (route.status ?? 200)
}

function describeAnswer(route: Route): Record<string, unknown> {
  if (route.speaks === 'page') return { description: 'Logged in', content: { 'text/html': {} } }
  if (route.speaks === 'websocket') return { description: 'A WebSocket of events' }
  if (route.speaks === 'json-rpc') return { description: 'What the protocol says', content: JSON_CONTENT }
  if (route.speaks === 'file') return { description: 'The file', content: { 'application/octet-stream': {} } }
  if (route.status === 204) return { description: 'Done' }
  const schema = jsonSchema(route.answer, 'output')
  const stream = STREAMS[route.speaks ?? ''] ?? {}
  const type = route.speaks === 'text' ? 'text/plain' : 'application/json'
  return { description: 'Done', content: { [type]: { schema }, ...stream } }
}

/** What else than JSON some routes answer with. */
const STREAMS: Readonly<Record<string, object>> = {
  sse: { 'text/event-stream': {} },
  jsonl: { 'application/x-ndjson': {} },
}
const JSON_CONTENT = { 'application/json': {} }

function describeParameters(place: 'path' | 'query', object: z.ZodObject | undefined): unknown[] {
  return Object.entries(object?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || !(schema as z.ZodType).safeParse(undefined).success,
    schema: jsonSchema(schema as z.ZodType, 'input'),
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
