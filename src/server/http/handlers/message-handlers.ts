// Messages over HTTP.
import type { IncomingHttpHeaders } from 'node:http'
import { receiveWebhook } from '../../../core/mail/receive-webhook.ts'
import { acceptMessage } from '../../../core/mail/accept-message.ts'
import { ackMessage, mayRead, notThere } from '../../../core/mail/ack-message.ts'
import { countMail } from '../../../core/mail/count-mail.ts'
import { listMessages } from '../../../core/mail/list-messages.ts'
import { sendAgain } from '../../../core/mail/send-again.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'clock' | 'entropy' | 'sendBound' | 'spool' | 'store'>

type Keys = Extract<
  RouteKey,
  `${string} /api/messages${string}` | 'GET /api/ledger' | 'GET /api/unread' | 'POST /api/webhooks/:source'
>

export function makeMessageHandlers(context: Deps): Handlers<Keys> {
  const { store, agents } = context
  return {
    'POST /api/messages': async ({ body }, { principal, reply }) => {
      await context.spool.empty()
      const { message, isNew } = await acceptMessage(context, body, principal)
      if (isNew) agents.mailFor(message.agent)
      else reply.code(ALREADY_THERE)
      // The first answer, also for a message that has come further since.
      return { id: message.id, seq: message.seq, receipt: 'accepted' }
    },

    'GET /api/messages': ({ query }, { principal }) => listMessages(store, query, principal),

    'GET /api/messages/:id': async ({ params }, { principal }) => {
      const message = await store.read.messages.byId(params.id)
      if (!message || !mayRead(message, principal)) throw notThere(params.id)
      return message
    },

    'POST /api/messages/:id/ack': async ({ params }, { principal }) =>
      ackMessage(context, params.id, principal),

    'POST /api/messages/:id/send-again': async ({ params }, { principal }) => {
      const message = await sendAgain(context, params.id, principal)
      agents.mailFor(message.agent)
      return message
    },

    'GET /api/ledger': () => countMail(context),

    'GET /api/unread': async () => ({ items: await store.read.messages.unreadByAgent(), next: null }),

    'POST /api/webhooks/:source': async ({ params, query, body }, { principal, request, reply }) => {
      const { source } = params
      const project = query.project ?? null
      const call = { source, project, payload: body, delivery: deliveryOf(request.headers) }
      const { message, isNew } = await receiveWebhook(context, call, principal.actor)
      if (isNew) agents.mailFor(message.agent)
      else reply.code(ALREADY_THERE)
      return { id: message.id, seq: message.seq, receipt: 'accepted', to: message.to }
    },
  }
}

const ALREADY_THERE = 200

/** How senders number what they send again when no answer came: GitHub, Stripe and the draft standard, and others. */
const DELIVERY_HEADERS = ['x-github-delivery', 'idempotency-key', 'x-request-id'] as const

function deliveryOf(headers: IncomingHttpHeaders): string | null {
  const values = DELIVERY_HEADERS.map((name) => headers[name])
  return (
    values.find((value) => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value))?.toString() ?? null
  )
}
