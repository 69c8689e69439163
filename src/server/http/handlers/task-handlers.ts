// Tasks over HTTP.
import { findVisibility } from '../../../core/access/find-visibility.ts'
import { addTask } from '../../../core/tasks/add-task.ts'
import { describeTask } from '../../../core/tasks/describe-task.ts'
import { updateTask } from '../../../core/tasks/update-task.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'clock' | 'entropy' | 'sendBound' | 'store'>

type Keys = Extract<RouteKey, `${string} /api/tasks${string}`>

export function makeTaskHandlers(context: Deps): Handlers<Keys> {
  // What becomes of a task arrives as mail.
  const { store, agents, sendBound } = context
  return {
    'GET /api/tasks': async ({ query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const items = await store.read.tasks.list({ ...query, visibility })
      // What changed last is another list a moment later: whoever wants more of it asks for more at once.
      const hasNext = !query.newest && items.length === query.limit
      const next = hasNext ? String(items.at(-1)?.seq) : null
      return { items, next }
    },

    'POST /api/tasks': async ({ body }, { principal, reply }) => {
      const bytes = Buffer.byteLength(body.body ?? '')
      sendBound.check(principal, bytes)
      const { id, isNew } = await addTask(context, body, principal)
      if (isNew) sendBound.note(principal, bytes)
      else reply.code(ALREADY_THERE)
      // There may be mail to bring.
      agents.wake()
      return describeTask(store.read, id)
    },

    'GET /api/tasks/:id': async ({ params }, { principal }) =>
      describeTask(store.read, params.id, await findVisibility(store.read, principal)),

    'PATCH /api/tasks/:id': async ({ params, body }, { principal }) => {
      sendBound.check(principal, 0)
      await updateTask(context, params.id, body, principal)
      sendBound.note(principal, 0)
      agents.wake()
      return describeTask(store.read, params.id)
    },
  }
}

const ALREADY_THERE = 200
