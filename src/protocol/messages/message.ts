// Messages as the outside sees them: who says what to whom, and how far it got.
import { z } from 'zod'
import { Timestamp } from '../timestamp.ts'

/**
 * In the order in which a message goes through them. `dead` can follow on any of the first three. `interrupted` can follow on
 * any of the first four: somebody stopped the turn that it was for, and it stays so until a person sends it again.
 */
const RECEIPTS = ['accepted', 'pasted', 'submitted', 'seen', 'acked', 'dead', 'interrupted'] as const
export const Receipt = z.enum(RECEIPTS)
export type Receipt = z.infer<typeof Receipt>

/** Why we say so. `agent`: the receiver said it; `cmux`: what we did ourselves. */
export const ReceiptEvidence = z.object({
  receipt: Receipt,
  at: Timestamp,
  source: z.enum(['hook', 'transcript', 'screen', 'agent', 'cmux']),
  says: z.string(),
})
export type ReceiptEvidence = z.infer<typeof ReceiptEvidence>

/** Who stands behind a sender: the person, an agent, cmux itself, or something outside. */
export const Trust = z.enum(['person', 'agent', 'system', 'outside'])
export type Trust = z.infer<typeof Trust>

const ID_MAX_CHARS = 200
const SUBJECT_MAX_CHARS = 1000

/** Chosen by the sender, so that sending again after a lost answer is harmless. Safe mode takes the same. */
export const MessageId = z
  .string()
  .max(ID_MAX_CHARS)
  .regex(/^[\x21-\x7e]+$/, 'must be printable characters without spaces')
  .brand<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

/** `owner`, an agent's name, `system`, or what an outside source is called. */
const Address = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9:._-]*$/, 'must be a name such as owner or an agent’s')

const wellFormed = (text: string) => text.isWellFormed()
const NOT_WELL_FORMED = 'must be whole characters: half of a surrogate pair cannot be kept'

export const SendMessage = z.strictObject({
  id: MessageId.optional(),
  /** Only the owner may say who it is from; everybody else is who their token says. */
  from: Address.optional(),
  to: Address,
  subject: z.string().max(SUBJECT_MAX_CHARS).refine(wellFormed, NOT_WELL_FORMED).nullish(),
  body: z.string().min(1).refine(wellFormed, NOT_WELL_FORMED),
})
export type SendMessage = z.infer<typeof SendMessage>

export const SentMessage = z.object({
  id: MessageId,
  seq: z.number().int(),
  receipt: Receipt,
})
export type SentMessage = z.infer<typeof SentMessage>

export const Message = z.object({
  id: MessageId,
  /** The number of the event that tells of it: messages are in the order of these. */
  seq: z.number().int(),
  from: z.string(),
  trust: Trust,
  to: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
  /** Of the whole body; a list shows only its beginning. */
  bytes: z.number().int(),
  at: Timestamp,
  receipt: Receipt,
  evidence: z.array(ReceiptEvidence),
  /** Pastes and repeated Enters that nothing came of. */
  attempts: z.number().int(),
  /** What it waits for, when it does. */
  waitsFor: z.string().nullable(),
})
export type Message = z.infer<typeof Message>

export const MessagesQuery = z.strictObject({
  /** Sent to or by this one. Default: whoever asks. */
  agent: Address.optional(),
  /** Only what was said between the two. */
  with: Address.optional(),
  after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** Only what was sent to them and is not acked or dead. */
  unread: z.stringbool().default(false),
  /** Words that all occur in subject or body. */
  search: z.string().min(1).max(200).optional(),
  /** The newest instead of the oldest. */
  newest: z.stringbool().default(false),
})
export type MessagesQuery = z.infer<typeof MessagesQuery>

/** What somebody has yet to read, agent by agent, in one answer. */
export const UnreadMail = z.object({
  agent: z.string(),
  /** From it, for the owner. */
  forOwner: z.number().int(),
  /** For it, from anybody, and not with it yet. */
  onTheWay: z.number().int(),
})
export type UnreadMail = z.infer<typeof UnreadMail>

/** Where every message is, and what was hidden because it came twice (M5). */
export const MailLedger = z.object({
  accepted: z.number().int(),
  pasted: z.number().int(),
  submitted: z.number().int(),
  seen: z.number().int(),
  acked: z.number().int(),
  dead: z.number().int(),
  interrupted: z.number().int(),
  total: z.number().int(),
  /** For agents, and not seen by them yet. */
  onTheWay: z.number().int(),
  /** Sent again under the same id, and prompts that would have shown a message twice. */
  duplicatesHidden: z.number().int(),
  /** Of the oldest that has not reached its receiver. */
  oldestWaitingSec: z.number().nullable(),
})
export type MailLedger = z.infer<typeof MailLedger>
