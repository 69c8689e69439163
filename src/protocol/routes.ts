// The route table: one row a route, from which come the server's routes and validation, the OpenAPI document, and the
// client's types. The key is the address, so a client needs the types only and never loads zod.
import { z } from 'zod'
import { Backup } from './backup.ts'
import { Event, EventsQuery, StreamQuery } from './event.ts'
import { Health } from './health.ts'
import { TokenId } from './ids.ts'
import { PageQuery, pageOf } from './page.ts'
import { Rehearsal } from './rehearsal.ts'
import { Release, ReleaseId } from './release.ts'
import type { Role } from './role.ts'
import { Status } from './status.ts'
import { CreatedToken, CreateToken, LoginLink, Token } from './token.ts'

export interface Route {
  readonly summary: string
  /** Roles that may call it. `public` needs no token: only what CONTRACT.md lists. */
  readonly access: 'public' | readonly Role[]
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  readonly answer: z.ZodType
  readonly status?: 200 | 201 | 202 | 204
  /** What else it can speak: Server-Sent Events, a WebSocket, plain text, a redirect. */
  readonly speaks?: 'sse' | 'websocket' | 'text' | 'redirect'
}

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const
const EVERYONE_INSIDE = ['owner', 'human', 'observer', 'agent'] as const

/** Which process was asked; the swap is over when another one answers. */
const SwapAsked = z.object({ pid: z.number().int() })

/** How long the rehearsal may take that comes first; 0 when none is needed. What comes of it is an event. */
const RehearsalAsked = SwapAsked.extend({ rehearsalSec: z.number() })

export const ROUTES = {
  'GET /api/webhooks/health': {
    summary: 'Health; 200 when healthy or degraded, 503 otherwise',
    access: 'public',
    answer: Health,
  },
  'GET /login': {
    summary: 'Exchanges a one-time login code for the session cookie',
    access: 'public',
    query: z.strictObject({ code: z.string().min(1).max(200) }),
    answer: z.null(),
    speaks: 'redirect',
  },
  'POST /api/login-links': {
    summary: 'Makes a one-time login link',
    access: ['owner'],
    answer: LoginLink,
    status: 201,
  },
  'POST /api/logout': {
    summary: 'Ends the session of the cookie that is sent',
    access: ['human'],
    answer: z.null(),
    status: 204,
  },
  'GET /api/status': {
    summary: 'One screen of everything',
    access: EVERYONE_INSIDE,
    answer: Status,
  },
  'GET /api/events': {
    summary: 'The history after a sequence number, as JSON or as Server-Sent Events by Accept',
    access: READERS,
    query: EventsQuery,
    answer: pageOf(Event),
    speaks: 'sse',
  },
  'GET /api/stream': {
    summary: 'The history after a sequence number and then live, over a WebSocket',
    access: READERS,
    query: StreamQuery,
    answer: Event,
    speaks: 'websocket',
  },
  'GET /api/tokens': {
    summary: 'Tokens, oldest first, without their secrets',
    access: PEOPLE,
    query: PageQuery,
    answer: pageOf(Token),
  },
  'POST /api/tokens': {
    summary: 'Creates a token; its secret is in this answer only',
    access: PEOPLE,
    body: CreateToken,
    answer: CreatedToken,
    status: 201,
  },
  'DELETE /api/tokens/:id': {
    summary: 'Revokes a token at once, open sockets included',
    access: PEOPLE,
    params: z.strictObject({ id: TokenId }),
    answer: Token,
  },
  'GET /api/backups': {
    summary: 'Backups, newest first',
    access: PEOPLE,
    answer: z.object({ items: z.array(Backup), next: z.null() }),
  },
  'POST /api/backups': {
    summary: 'Copies the state files now',
    access: PEOPLE,
    answer: Backup,
    status: 201,
  },
  'POST /api/restart': {
    summary: 'Swaps to a fresh server without interrupting anything; it goes on after this answer',
    access: PEOPLE,
    answer: SwapAsked,
    status: 202,
  },
  'GET /api/releases': {
    summary: 'Releases that are installed, the current one first',
    access: READERS,
    answer: z.object({ items: z.array(Release), next: z.null() }),
  },
  'POST /api/releases/:id/promote': {
    summary:
      'Rehearses an installed release unless it is good, then swaps to it; it goes on after this answer',
    access: PEOPLE,
    params: z.strictObject({ id: ReleaseId }),
    answer: RehearsalAsked,
    status: 202,
  },
  'POST /api/releases/:id/rehearse': {
    summary: 'Tries a release on a copy of the data, and nothing else; it goes on after this answer',
    access: PEOPLE,
    params: z.strictObject({ id: ReleaseId }),
    answer: RehearsalAsked,
    status: 202,
  },
  'GET /api/releases/:id/rehearsal': {
    summary: 'What the last rehearsal of a release showed',
    access: READERS,
    params: z.strictObject({ id: ReleaseId }),
    answer: Rehearsal,
  },
  'POST /api/releases/rollback': {
    summary: 'Swaps back to the newest other good release; it goes on after this answer',
    access: PEOPLE,
    answer: SwapAsked,
    status: 202,
  },
  'GET /api/openapi.json': {
    summary: 'This description',
    access: EVERYONE_INSIDE,
    answer: z.record(z.string(), z.unknown()),
  },
  'GET /metrics': {
    summary: 'Prometheus metrics',
    access: READERS,
    answer: z.string(),
    speaks: 'text',
  },
} as const satisfies Record<`${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} /${string}`, Route>

export type Routes = typeof ROUTES
export type RouteKey = keyof Routes

type Parsed<R, Part extends string> =
  R extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined
type Sent<R, Part extends string> = R extends Record<Part, infer S extends z.ZodType> ? z.input<S> : undefined

/** What a handler gets after parsing. */
export interface RouteInput<K extends RouteKey> {
  params: Parsed<Routes[K], 'params'>
  query: Parsed<Routes[K], 'query'>
  body: Parsed<Routes[K], 'body'>
}

/** What a client sends, before defaults are filled in; parts that a route does not have are left out. */
export type RouteRequest<K extends RouteKey> = {
  [Part in 'params' | 'query' | 'body' as Routes[K] extends Record<Part, z.ZodType> ? Part : never]: Sent<
    Routes[K],
    Part
  >
}

export type RouteAnswer<K extends RouteKey> = z.output<Routes[K]['answer']>
