// The route table: one row a route, from which come the server's routes and validation, the OpenAPI document, and the
// client's types. The key is the address, so a client needs the types only and never loads zod.
import { z } from 'zod'
import {
  AdoptAgent,
  Agent,
  AgentCard,
  Generation,
  RestartOrder,
  RuntimeOnMachine,
  SpawnAgent,
} from './agents/agent.ts'
import { ALERT_ROUTES } from './alerts/alert-routes.ts'
import { APPROVAL_ROUTES } from './approvals/approval-routes.ts'
import { Backup, ListedBackup } from './releases/backup.ts'
import { BROWSE_ROUTES } from './browse-routes.ts'
import { BUDGET_ROUTES } from './budgets/budget-routes.ts'
import { EventPage } from './event-page.ts'
import { Event, EventsQuery, StreamQuery } from './event.ts'
import { CONTINUITY_ROUTES } from './agents/continuity-routes.ts'
import { CHANGE_ROUTES } from './changes/change-routes.ts'
import { FOREIGN_ROUTES } from './foreign-routes.ts'
import { HISTORY_ROUTES } from './messages/history-routes.ts'
import { Health } from './health.ts'
import { AgentName, ProjectName, TokenId } from './ids.ts'
import { MACHINE_ROUTES } from './machine/machine-routes.ts'
import { JOURNAL_ROUTES } from './journal/journal-routes.ts'
import { Me } from './access/me.ts'
import { MESSAGE_ROUTES } from './messages/message-routes.ts'
import { SentMessage } from './messages/message.ts'
import { NOTICE_ROUTES } from './notifications/notice-routes.ts'
import { PageQuery, pageOf } from './page.ts'
import { PROJECT_ROUTES } from './projects/project-routes.ts'
import { PAUSE_ROUTES } from './agents/pause-routes.ts'
import { PORT_ROUTES } from './agents/port-routes.ts'
import { PROOF_ROUTES } from './approvals/proof-routes.ts'
import { PUSH_ROUTES } from './changes/push-routes.ts'
import { ProveReport } from './releases/prove-report.ts'
import { Rehearsal } from './releases/rehearsal.ts'
import { RULES_ROUTES } from './approvals/rules-routes.ts'
import { Release, ReleaseId } from './releases/release.ts'
import type { Role } from './agents/role.ts'
import { RuntimeName } from './agents/runtime.ts'
import { START_ROUTES } from './agents/start-routes.ts'
import { Status } from './machine/status.ts'
import { TASK_ROUTES } from './tasks/task-routes.ts'
import { TerminalScreen } from './terminal.ts'
import { WARD_ROUTES } from './wards/ward-routes.ts'
import { WORK_ROUTES } from './agents/work-routes.ts'
import { CreatedToken, CreateToken, LoginLink, Token } from './access/token.ts'

export interface Route {
  readonly summary: string
  /** Roles that may call it. `public` needs no token: only what CONTRACT.md lists. */
  readonly access: 'public' | readonly Role[]
  /** A token that has ended with its process may still report here, for a while. */
  readonly late?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Where more than the usual megabyte is to be expected. */
  readonly bodyMaxBytes?: number
  readonly answer: z.ZodType
  readonly status?: 200 | 201 | 202 | 204
  /** What else it can speak: Server-Sent Events, a WebSocket, plain text, lines of JSON, a page, a protocol of calls, a file. */
  readonly speaks?: 'sse' | 'jsonl' | 'websocket' | 'text' | 'page' | 'json-rpc' | 'file'
}

const PEOPLE = ['owner', 'human'] as const
const READERS = ['owner', 'human', 'observer'] as const
const SENDERS = ['owner', 'human', 'agent'] as const
const EVERYONE_INSIDE = ['owner', 'human', 'observer', 'agent'] as const

/** Which process was asked; the swap is over when another one answers. */
const SwapAsked = z.object({ pid: z.number().int() })

/** What a tool gave back may be a large file. */
const HOOK_MAX_BYTES = 16 * 1024 * 1024

const OneAgent = z.strictObject({ name: AgentName })
/** How long the rehearsal may take that comes first; 0 when none is needed. What comes of it is an event. */
const RehearsalAsked = SwapAsked.extend({ rehearsalSec: z.number() })

export const ROUTES = {
  'GET /api/webhooks/health': {
    summary: 'Health; 200 when healthy or degraded, 503 otherwise',
    access: 'public',
    answer: Health,
  },
  'POST /api/webhooks/:source': {
    summary:
      'An event from outside becomes a message to the supervisor, that of the project if one is named; the same delivery again is the same message',
    access: ['webhook', 'owner', 'human'],
    params: z.strictObject({ source: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/) }),
    query: z.strictObject({ project: ProjectName.optional() }),
    body: z.unknown(),
    answer: SentMessage.extend({ to: z.string() }),
    status: 201,
  },
  'GET /login': {
    summary:
      'Exchanges a one-time login code for a session: a cookie, and a page that holds the second secret, which is sent as X-Cmux-Page-Secret with every request',
    access: 'public',
    query: z.strictObject({ code: z.string().min(1).max(200) }),
    answer: z.null(),
    speaks: 'page',
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
  'GET /api/me': {
    summary: 'Who the token speaks for',
    access: EVERYONE_INSIDE,
    answer: Me,
  },
  'GET /api/events': {
    summary:
      'The history after a sequence number, as JSON or as Server-Sent Events by Accept. As JSON also backwards: with `before`, the page is the newest below that number, in order of the numbers all the same, and `next` is the `before` of the page further back. `types` keeps only some, such as `agent.*,task.moved`. `archived` says that older events were asked for, too, which only `GET /api/audit` has: those up to its number',
    access: READERS,
    query: EventsQuery,
    answer: EventPage,
    speaks: 'sse',
  },
  'GET /api/stream': {
    summary:
      'The history after a sequence number and then live, over a WebSocket. A browser, which sends a cookie and no headers of its own, sends `{"pageSecret":…}` as its first frame',
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
    summary: 'Backups, newest first, and when each goes',
    access: PEOPLE,
    answer: z.object({ items: z.array(ListedBackup), next: z.null() }),
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
  'GET /api/prove/last': {
    summary: 'What the last `cmux prove` found; null when none was made',
    access: READERS,
    answer: z.object({ report: ProveReport.nullable() }),
  },
  'GET /api/agents': {
    summary: 'Agents, oldest first',
    access: EVERYONE_INSIDE,
    query: z.strictObject({ project: ProjectName.optional() }),
    answer: z.object({ items: z.array(Agent), next: z.null() }),
  },
  'POST /api/agents': {
    summary: 'Spawns an agent; it goes on starting after this answer. Of agents, only supervisors may',
    access: SENDERS,
    body: SpawnAgent,
    answer: Agent,
    status: 201,
  },
  'POST /api/adoptions': {
    summary: 'Takes over a conversation that was begun by hand',
    access: PEOPLE,
    body: AdoptAgent,
    answer: Agent,
    status: 201,
  },
  'GET /api/agents/:name': {
    summary: 'One agent, with the evidence for its status',
    access: EVERYONE_INSIDE,
    params: OneAgent,
    answer: Agent.extend({ generations: z.array(Generation), card: AgentCard }),
  },
  'DELETE /api/agents/:name': {
    summary: 'Ends an agent, keeps its work in the project, and forgets it',
    access: PEOPLE,
    params: OneAgent,
    answer: z.object({ agent: AgentName, saved: z.array(z.string()) }),
  },
  'POST /api/agents/:name/stop': {
    summary: 'Ends its process; it stays registered. Of agents, only supervisors may',
    access: SENDERS,
    params: OneAgent,
    answer: Agent,
    status: 202,
  },
  'POST /api/agents/:name/restart': {
    summary:
      'Ends its process and starts it again: with its conversation, a new one, or as another runtime. Of agents, supervisors in their own project may, with the same runtime',
    access: SENDERS,
    params: OneAgent,
    body: RestartOrder,
    answer: Agent,
    status: 202,
  },
  'POST /api/agents/:name/interrupt': {
    summary: 'Ends its turn and keeps it running. Of agents, supervisors in their own project may',
    access: SENDERS,
    params: OneAgent,
    answer: Agent,
    status: 202,
  },
  'POST /api/agents/:name/clear': {
    summary: 'Has it begin a new conversation',
    access: PEOPLE,
    params: OneAgent,
    answer: Agent,
    status: 202,
  },
  'POST /api/agents/:name/compact': {
    summary: 'Has it shorten its conversation',
    access: PEOPLE,
    params: OneAgent,
    answer: Agent,
    status: 202,
  },
  'GET /api/agents/:name/terminal': {
    summary:
      'Its screen and scrollback as plain text; live over the stream. Of agents, itself and supervisors of its project',
    access: EVERYONE_INSIDE,
    params: OneAgent,
    query: z.strictObject({ scrollback: z.coerce.number().int().min(0).max(50_000).default(1000) }),
    answer: TerminalScreen,
  },
  'GET /api/runtimes': {
    summary: 'Kinds of agents, and whether they work on this machine',
    access: EVERYONE_INSIDE,
    answer: z.object({ items: z.array(RuntimeOnMachine), next: z.null() }),
  },
  'POST /api/hooks/:runtime/:event': {
    summary: 'What the hooks of an agent call',
    access: ['agent'],
    late: true,
    params: z.strictObject({ runtime: RuntimeName, event: z.string().regex(/^[\w.]{1,64}$/) }),
    body: z.record(z.string(), z.unknown()),
    bodyMaxBytes: HOOK_MAX_BYTES,
    answer: z.record(z.string(), z.unknown()),
  },
  ...MESSAGE_ROUTES,
  ...START_ROUTES,
  ...HISTORY_ROUTES,
  ...PAUSE_ROUTES,
  ...PORT_ROUTES,
  ...CONTINUITY_ROUTES,
  ...RULES_ROUTES,
  ...BROWSE_ROUTES,
  ...BUDGET_ROUTES,
  ...TASK_ROUTES,
  ...WORK_ROUTES,
  ...PUSH_ROUTES,
  ...CHANGE_ROUTES,
  ...WARD_ROUTES,
  ...APPROVAL_ROUTES,
  ...PROJECT_ROUTES,
  ...PROOF_ROUTES,
  ...JOURNAL_ROUTES,
  ...NOTICE_ROUTES,
  ...MACHINE_ROUTES,
  ...ALERT_ROUTES,
  ...FOREIGN_ROUTES,
  'GET /api/openapi.json': {
    summary: 'This description',
    access: EVERYONE_INSIDE,
    answer: z.record(z.string(), z.unknown()),
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
