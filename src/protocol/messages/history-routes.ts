// The rows of the route table for conversations of agents, and for agents elsewhere, who tell of theirs.
import { z } from 'zod'
import { ELSEWHERE_ROUTES } from '../agents/elsewhere-routes.ts'
import { HistoryEntry, HistoryPut, HistoryQuery, PutHistory } from './history.ts'
import { AgentName } from '../ids.ts'
import { pageOf } from '../page.ts'

const params = z.strictObject({ name: AgentName })
/** Some hundred entries with what their tools gave back. */
const HISTORY_MAX_BYTES = 8 * 1024 * 1024

export const HISTORY_ROUTES = {
  ...ELSEWHERE_ROUTES,
  'GET /api/agents/:name/history': {
    summary:
      'Its conversation: prompts, answers, tools, messages, in the order in which they became known. The newest page, or the one after or before a number; `next` is the number to go on with, in the same direction. Agents read their own, supervisors also those of others',
    access: ['owner', 'human', 'observer', 'agent'],
    params,
    query: HistoryQuery,
    answer: pageOf(HistoryEntry),
  },
  'PUT /api/agents/:name/history': {
    summary:
      'Adds to the conversation of an agent that cmux has no other way to know of; what is there by its id already stays as it is',
    access: ['owner', 'human', 'agent'],
    params,
    body: PutHistory,
    bodyMaxBytes: HISTORY_MAX_BYTES,
    answer: HistoryPut,
  },
} as const
