// Conversations of agents over HTTP.
import { putHistory } from '../../../core/conversations/put-history.ts'
import { readHistory } from '../../../core/conversations/read-history.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'clock' | 'store'>

export type HistoryKeys = Extract<RouteKey, `${string} /api/agents/:name/history`>

export function makeHistoryHandlers(context: Deps): Handlers<HistoryKeys> {
  return {
    'GET /api/agents/:name/history': ({ params, query }, { principal }) =>
      readHistory(context, params.name, query, principal),
    'PUT /api/agents/:name/history': ({ params, body }, { principal }) =>
      putHistory(context, params.name, body, principal),
  }
}
