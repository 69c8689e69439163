// Notices as the outside sees them: what cmux told people elsewhere (Slack, a webhook), and how far that got.
import { z } from 'zod'
import { NoticeId } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

/** What there can be to tell; `notices.routes` sends each where it belongs. */
export const NOTICE_KINDS = [
  'approval',
  'approval-decided',
  'agent-asks',
  'agent-needs-person',
  'agent-silent',
  'agents-breaker',
  'budget',
  'quota',
  'task-asks',
  'task-done',
  'dead-letter',
  'recovery',
  'release',
  'change',
  'front-end',
  'restore',
  'service',
  'alert',
  'several',
  'test',
] as const
export const NoticeKind = z.enum(NOTICE_KINDS)
export type NoticeKind = z.infer<typeof NoticeKind>

/** From what can wait to what can't. */
export const NOTICE_URGENCIES = ['low', 'normal', 'high'] as const
export const NoticeUrgency = z.enum(NOTICE_URGENCIES)
export type NoticeUrgency = z.infer<typeof NoticeUrgency>

/** Part of file names, too. */
export const ChannelName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be a name of small letters, digits and dashes')

export const Notice = z.object({
  id: NoticeId,
  channel: ChannelName,
  /** A newer server may know more of them. */
  kind: z.string(),
  urgency: NoticeUrgency,
  title: z.string(),
  text: z.string(),
  /** Where in the dashboard. */
  link: z.string(),
  /** The event that it tells of; null for a test. */
  event: z.number().int().nullable(),
  at: Timestamp,
  /** How many it stands for: the same matter is told once a while, and counted in between. */
  count: z.number().int(),
  state: z.enum(['waiting', 'delivered', 'dead']),
  attempts: z.number().int(),
  /** Not before then: a matter that was told of lately waits. */
  dueAt: Timestamp,
  /** When it is tried again. */
  retryAt: Timestamp.nullable(),
  endedAt: Timestamp.nullable(),
  error: z.string().nullable(),
})
export type Notice = z.infer<typeof Notice>

export const NoticeChannel = z.object({
  name: ChannelName,
  kind: z.string(),
  /** It takes what it is sent, as far as we know. */
  ok: z.boolean(),
  failingSince: Timestamp.nullable(),
  error: z.string().nullable(),
  deliveredAt: Timestamp.nullable(),
  waiting: z.number().int(),
  /** Of the last days: never taken. */
  dead: z.number().int(),
})
export type NoticeChannel = z.infer<typeof NoticeChannel>

/** What came of a look at a channel, without sending anything to people. */
export const ChannelCheck = z.object({
  name: ChannelName,
  ok: z.boolean(),
  detail: z.string(),
  /** What to do; empty when all is well. */
  hint: z.string(),
})
export type ChannelCheck = z.infer<typeof ChannelCheck>
