// Changes to code over HTTP.
import { cancelChange } from '../../../core/improve/cancel-change.ts'
import { executeChange } from '../../../core/improve/execute-change.ts'
import { findChange } from '../../../core/improve/find-change.ts'
import { planChange } from '../../../core/improve/plan-change.ts'
import { rollBackChange } from '../../../core/improve/roll-back-change.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Keys = Extract<RouteKey, `${string} /api/improvements${string}`>

export function makeChangeHandlers({ store, projects, improve, changes }: Context): Handlers<Keys> {
  return {
    'GET /api/improvements': async ({ query }) => {
      const items = await store.read.changes.list(query)
      return { items, next: items.length === query.limit ? String(items.at(-1)?.seq) : null }
    },

    'POST /api/improvements': ({ body }, { principal }) => planChange(improve, body, principal),

    'GET /api/improvements/:id': async ({ params }) => {
      const change = await findChange(store.read, params.id)
      const project = await projects.get(change.project)
      return { ...change, ...(await improve.ground.patch(project, change.base, change.head)) }
    },

    'POST /api/improvements/:id/execute': async ({ params, body }, { principal }) => {
      const change = await executeChange(improve, params.id, body.approve, principal)
      changes.wake()
      return change
    },

    'POST /api/improvements/:id/rollback': async ({ params }, { principal }) => {
      const change = await rollBackChange(improve, params.id, principal)
      changes.wake()
      return change
    },

    'POST /api/improvements/:id/cancel': async ({ params, body }, { principal }) => {
      const change = await cancelChange(improve, params.id, body.reason ?? null, principal)
      changes.drop(params.id)
      return change
    },
  }
}
