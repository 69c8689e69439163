// The commands of `cmux` that agents may run, with the route that each one calls. The rules for tools free exactly these, and messages to
// agents name no others: what cmux tells an agent to run, it also lets it run.
import type { RouteKey } from '../routes.ts'

interface AgentVerb {
  /** What it calls first; null for one that needs no server. */
  readonly route: RouteKey | null
}

export const AGENT_VERBS = {
  send: { route: 'POST /api/messages' },
  inbox: { route: 'GET /api/messages' },
  'message show': { route: 'GET /api/messages/:id' },
  'task add': { route: 'POST /api/tasks' },
  'task list': { route: 'GET /api/tasks' },
  'task show': { route: 'GET /api/tasks/:id' },
  'task assign': { route: 'PATCH /api/tasks/:id' },
  'task update': { route: 'PATCH /api/tasks/:id' },
  'task cancel': { route: 'PATCH /api/tasks/:id' },
  'agent list': { route: 'GET /api/agents' },
  'agent show': { route: 'GET /api/agents/:name' },
  'project list': { route: 'GET /api/projects' },
  'improve plan': { route: 'POST /api/improvements' },
  'improve list': { route: 'GET /api/improvements' },
  'improve show': { route: 'GET /api/improvements/:id' },
  'improve status': { route: 'GET /api/improvements/:id' },
  'improve execute': { route: 'POST /api/improvements/:id/execute' },
  'improve cancel': { route: 'POST /api/improvements/:id/cancel' },
  'improve review': { route: 'POST /api/improvements/:id/review' },
  push: { route: 'POST /api/pushes' },
  'journal add': { route: 'POST /api/journal' },
  'journal read': { route: 'GET /api/journal' },
  'journal search': { route: 'GET /api/journal' },
  status: { route: 'GET /api/status' },
  mcp: { route: 'GET /api/me' },
  test: { route: null },
  bench: { route: null },
} as const satisfies Readonly<Record<string, AgentVerb>>

export type AgentVerbName = keyof typeof AGENT_VERBS

/** A command in a message to an agent. */
export const agentCommand = (verb: AgentVerbName, ...words: readonly string[]): string =>
  ['cmux', verb, ...words].join(' ')

/** `words`: what stands behind `cmux`, without options. */
export const isAgentVerb = ([first = '', second = '']: readonly string[]): boolean =>
  Object.hasOwn(AGENT_VERBS, first) || Object.hasOwn(AGENT_VERBS, `${first} ${second}`)
