// Puts a message into the table with its event, once per id: whoever sends again after a lost answer gets the first answer.
import { canRead } from '../../protocol/messages/can-read.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { AgentName } from '../../protocol/ids.ts'
import { measureBody } from '../../protocol/messages/measure-body.ts'
import type { MessageId, SendMessage } from '../../protocol/messages/message.ts'
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import { noteLetter } from '../conversations/note-letter.ts'
import type { StoreWriter } from '../store.ts'
import type { MessageRecord } from './message-record.ts'
import { nobodyCalled } from './nobody-called.ts'
import { OWNER, type Sender } from './sender.ts'

export interface Letter extends Pick<SendMessage, 'to' | 'subject' | 'body'> {
  readonly id: MessageId
}

export interface Written {
  readonly message: MessageRecord
  readonly isNew: boolean
}

/** Refuses a receiver that is not there. `at`: when it was accepted, if that was before now. */
export async function writeMessage(
  { clock }: { readonly clock: Clock },
  writer: StoreWriter,
  letter: Letter,
  sender: Sender,
  at: Timestamp = timestampFromMs(clock.nowMs()),
): Promise<Written> {
  const known = await writer.messages.byId(letter.id)
  if (known) {
    requireSame(known, letter, sender)
    await writer.messages.countDuplicate()
    return { message: known, isNew: false }
  }
  const agent = await findReceiver(writer, letter.to, sender)
  return { message: await keepMessage(writer, letter, sender, { agent: agent?.id ?? null, at }), isNew: true }
}

/** Without a look at who is there. */
export async function keepMessage(
  writer: StoreWriter,
  letter: Letter,
  sender: Sender,
  { agent, at }: Pick<MessageRecord, 'agent' | 'at'>,
): Promise<MessageRecord> {
  const bytes = measureBody(letter.body)
  const subject = letter.subject ?? null
  const { id, to, body } = letter
  const { seq } = await writer.events.append({
    type: 'message.accepted',
    actor: sender.actor,
    data: { id, from: sender.from, to, subject, bytes },
  })
  const message: MessageRecord = {
    id,
    seq,
    from: sender.from,
    trust: sender.trust,
    actor: sender.actor,
    to,
    agent,
    subject,
    body,
    bytes,
    at,
    receipt: 'accepted',
    evidence: [{ receipt: 'accepted', source: 'cmux', says: 'kept on disk', at }],
    attempts: 0,
    waitsFor: null,
    delivery: null,
    attachment: null,
  }
  await writer.messages.insert(message)
  await noteLetter(writer, message)
  return message
}

/** An id that means two things would lose one of them. */
function requireSame(known: MessageRecord, letter: Letter, sender: Sender): void {
  const isSame = known.from === sender.from && known.to === letter.to && known.body === letter.body
  if (!isSame)
    throw new CmuxError('CONFLICT', `the id ${letter.id} was used for another message`, {
      hint: 'give each message an id of its own, or none',
    })
}

/** Null for the person's inbox. */
async function findReceiver(writer: StoreWriter, to: string, sender: Sender): Promise<AgentRecord | null> {
  if (to === OWNER) return null
  const name = AgentName.safeParse(to)
  const agent = name.success ? await writer.agents.byName(name.data) : undefined
  if (!agent) throw nobodyCalled(to)
  // What is typed into a plain program is carried out by it: a shell would run it.
  if (!canRead(agent) && sender.trust !== 'person')
    throw new CmuxError('FORBIDDEN', `${to} is a plain program: only a person may type into it`, {
      hint: 'write to an agent that can read',
    })
  return agent
}
