// What was said: who waits to be read, and one message whole.
import { RefusedRequest } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import type { Message, Receipt } from '../../../protocol/messages/message.ts'
import { connect } from '../../connect.ts'
import { layoutBytes, layoutTable } from '../../layout/layout.ts'
import type { RunVerb } from '../../verb.ts'

const SUBJECT_CHARS = 60
const OVER: ReadonlySet<Receipt> = new Set(['acked', 'dead', 'interrupted'])

export const inbox: RunVerb = async ({ environment, args, options }) => {
  const [agent] = args
  const all = options['all'] === true
  const query = { ...(agent !== undefined && { agent }), newest: true, unread: !all }
  const { items } = await connect(environment).call('GET /api/messages', { query: asText(query) })
  const rows = items.map((message) => [
    message.at.slice(0, 19).replace('T', ' '),
    message.from,
    message.to,
    message.receipt,
    message.id,
    gistOf(message),
  ])
  const nothing = all ? 'no messages yet' : 'no unread messages'
  const text = layoutTable([['TIME', 'FROM', 'TO', 'RECEIPT', 'ID', 'ABOUT'], ...rows])
  return { json: items, text: items.length === 0 ? nothing : text }
}

/** Queries are text. */
function asText(query: Readonly<Record<string, string | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]))
}

function gistOf({ subject, body }: Message): string {
  const text = subject ?? body.split('\n', 1)[0] ?? ''
  return text.length > SUBJECT_CHARS ? `${text.slice(0, SUBJECT_CHARS)}…` : text
}

export const showMessage: RunVerb = async ({ environment, args, options }) => {
  const client = connect(environment)
  const params = { id: args[0] ?? '' }
  const message = await client.call('GET /api/messages/:id', { params })
  if (options['peek'] !== true && !OVER.has(message.receipt))
    await client.call('POST /api/messages/:id/ack', { params }).catch((error: unknown) => {
      // Somebody else's mail can be looked at, and is theirs to confirm.
      if (!(error instanceof RefusedRequest && error.code === 'FORBIDDEN')) throw error
    })
  return { json: message, text: describe(message) }
}

export const sendAgain: RunVerb = async ({ environment, args }) => {
  const params = { id: args[0] ?? '' }
  const message = await connect(environment).call('POST /api/messages/:id/send-again', { params })
  return { json: message, text: `${message.id} is on its way to ${message.to} again` }
}

function describe(message: Message): string {
  const { id, from, trust, to, subject, at, bytes, attempts, waitsFor, receipt, evidence, body } = message
  const facts = [
    ['id', id],
    ['from', `${from} (${trust})`],
    ['to', to],
    ['sent', at],
    ...(subject === null ? [] : [['subject', subject]]),
    ['size', layoutBytes(bytes)],
    ...(attempts === 0 ? [] : [['tries', String(attempts)]]),
    ...(waitsFor === null ? [] : [['waiting for', waitsFor]]),
    ...(receipt === 'interrupted' ? [['deliver it', `cmux message send-again ${id}`]] : []),
    ...evidence.map(({ receipt: step, source, says, at: when }) => [step, `${when} ${source}: ${says}`]),
  ]
  return `${layoutTable(facts.map(([key = '', value = '']) => [key, value]))}\n\n${printable(body)}`
}
