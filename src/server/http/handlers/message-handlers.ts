// Messages over HTTP.
import { acceptMessage } from '../../../core/mail/accept-message.ts'
import { ackMessage, inboxOf, mayRead, notThere } from '../../../core/mail/ack-message.ts'
import { countMail } from '../../../core/mail/count-mail.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Keys = Extract<RouteKey, `${string} /api/messages${string}` | 'GET /api/ledger'>

export function makeMessageHandlers(context: Context): Handlers<Keys> {
  const { store, agents } = context
  return {
    'POST /api/messages': async ({ body }, { principal, reply }) => {
      const { message, isNew } = await acceptMessage(context, body, principal)
      if (isNew) agents.mailFor(message.agent)
      else reply.code(ALREADY_THERE)
      // The first answer, also for a message that has come further since.
      return { id: message.id, seq: message.seq, receipt: 'accepted' }
    },

    'GET /api/messages': async ({ query }, { principal }) => {
      const own = inboxOf(principal)
      const agent = query.agent ?? own
      if (principal.agent !== null && agent !== own)
        throw new CmuxError('FORBIDDEN', `the mail of ${agent} is not yours to read`)
      const items = await store.read.messages.list({ ...query, agent })
      const unread = (await store.read.messages.unread()).get(agent) ?? 0
      const next = items.length === query.limit ? String(items.at(-1)?.seq) : null
      return { items, next: query.newest ? null : next, unread }
    },

    'GET /api/messages/:id': async ({ params }, { principal }) => {
      const message = await store.read.messages.byId(params.id)
      if (!message || !mayRead(message, principal)) throw notThere(params.id)
      return message
    },

    'POST /api/messages/:id/ack': async ({ params }, { principal }) =>
      ackMessage(context, params.id, principal),

    'GET /api/ledger': () => countMail(context),
  }
}

const ALREADY_THERE = 200
