// Sends a message. Once its id is printed it is kept: by the server, or in the spool until there is one.
import { text as readAll } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { makeMessageId } from '../../../host/make-message-id.ts'
import { reviveIfKilled } from '../../../host/revive.ts'
import { hasSpooled, spoolMessage, type SpooledMessage } from '../../../host/spool-message.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Message, MessageId, Receipt } from '../../../protocol/messages/message.ts'
import { connect } from '../../connect.ts'
import { isDown, retryWhileDown } from '../../retry-while-down.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

const WAIT_SEC = 60
const LOOK_EVERY_MS = 100

/** How far is far enough. */
const REACHED: Readonly<Record<string, readonly Receipt[]>> = {
  accepted: ['accepted', 'pasted', 'submitted', 'seen', 'acked'],
  submitted: ['submitted', 'seen', 'acked'],
  acked: ['acked'],
}

interface Sent {
  readonly id: string
  readonly receipt: Receipt
  readonly spooled?: boolean
}

export const send: RunVerb = async (call) => {
  const { options } = call
  const message = await readMessage(call)
  const wanted = typeof options['wait'] === 'string' ? options['wait'] : 'accepted'
  const enough = Object.hasOwn(REACHED, wanted) ? REACHED[wanted] : undefined
  if (!enough)
    throw new CmuxError('USAGE', `--wait ${wanted}: unknown receipt`, {
      hint: 'accepted, submitted or acked',
    })
  const sent = await deliver(call, message)
  if (sent.spooled === true) {
    process.stderr.write('cmux: the message is in the spool and is sent when cmux is up again\n')
    return { json: sent, text: sent.id }
  }
  const receipt = enough.includes(sent.receipt) ? sent.receipt : await waitFor(call, sent.id, enough)
  return { json: { ...sent, receipt }, text: sent.id }
}

async function readMessage({ args, options }: VerbCall): Promise<SpooledMessage> {
  const [to = '', ...words] = args
  const body = words.length === 1 && words[0] === '-' ? await readAll(process.stdin) : words.join(' ')
  if (body === '')
    throw new CmuxError('USAGE', 'the message is empty', { hint: 'for example: cmux send anna hello' })
  const { id, from, subject } = options
  return {
    id: typeof id === 'string' ? id : makeMessageId(Date.now()),
    from: typeof from === 'string' ? from : 'owner',
    to,
    subject: typeof subject === 'string' ? subject : null,
    body,
  }
}

async function deliver(call: VerbCall, message: SpooledMessage): Promise<Sent> {
  const { environment, programs } = call
  if (environment.url !== undefined) return retryWhileDown(() => post(call, message))
  // What was sent before and waits there must not be overtaken.
  if (hasSpooled(environment.home)) return spool(environment.home, message)
  try {
    return await post(call, message)
  } catch (error) {
    if (!isDown(error)) throw error
    if (!(await reviveIfKilled(environment.home, programs))) return spool(environment.home, message)
    return post(call, message)
  }
}

async function post({ environment, options }: VerbCall, message: SpooledMessage): Promise<Sent> {
  const { from, id, ...rest } = message
  const claimed = options['from'] === undefined ? {} : { from }
  const body = { ...rest, ...claimed, id: id as MessageId }
  return connect(environment).call('POST /api/messages', { body })
}

async function spool(home: string, message: SpooledMessage): Promise<Sent> {
  const { checkLetter } = await import('../../check-letter.ts')
  checkLetter(message)
  spoolMessage(home, message)
  return { id: message.id, receipt: 'accepted', spooled: true }
}

async function waitFor(call: VerbCall, id: string, enough: readonly Receipt[]): Promise<Receipt> {
  const { environment, options } = call
  const limitSec = Number(options['timeout'] ?? WAIT_SEC)
  const deadlineMs = performance.now() + limitSec * 1000
  let last: Message | undefined
  while (performance.now() < deadlineMs) {
    last = await connect(environment)
      .call('GET /api/messages/:id', { params: { id } })
      .catch((error: unknown) => {
        if (isDown(error)) return last
        throw error
      })
    if (last && enough.includes(last.receipt)) return last.receipt
    if (last?.receipt === 'dead' || last?.receipt === 'interrupted')
      throw new CmuxError(
        'CONFLICT',
        `${id} is ${last.receipt}: ${last.evidence.at(-1)?.says ?? 'unknown reason'}`,
        {
          hint: `see \`cmux message show ${id}\``,
        },
      )
    await pause(LOOK_EVERY_MS)
  }
  const where = last
    ? `${last.receipt}${last.waitsFor === null ? '' : `, waiting: ${last.waitsFor}`}`
    : 'unknown'
  throw new CmuxError('TIMED_OUT', `${id} is stored, but not delivered after ${limitSec} s (${where})`, {
    hint: `see \`cmux message show ${id}\``,
  })
}
