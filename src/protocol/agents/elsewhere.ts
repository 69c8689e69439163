// Agents that cmux did not start and can't see: a program on another machine that says by itself that it lives.
import { z } from 'zod'
import { RoleName } from './agent.ts'
import { AgentName, ProjectName } from '../ids.ts'
import { Message } from '../messages/message.ts'
import { Timestamp } from '../timestamp.ts'

const NOTE_MAX_CHARS = 200
const ARGS_MAX = 100
const ARG_MAX_CHARS = 4096
const DAY_SEC = 86_400

const SilentSec = z.number().min(0.1).max(DAY_SEC)

/** What it is to be, and what is done when it goes silent. For people only: the command is run by the server. */
export const PutElsewhere = z.strictObject({
  role: RoleName.optional(),
  project: ProjectName.nullable().optional(),
  purpose: z.string().max(NOTE_MAX_CHARS).optional(),
  /** Longer without a heartbeat is an alert. */
  silentSec: SilentSec.optional(),
  /** Starts it again, as an argument list; none: nobody does. */
  command: z
    .array(
      z
        .string()
        .max(ARG_MAX_CHARS)
        .refine((text) => !text.includes('\0'), 'must not contain a NUL character'),
    )
    .max(ARGS_MAX)
    .optional(),
  /** How often that is tried before the next step. */
  tries: z.number().int().min(1).max(20).optional(),
  /** Then take back the newest change of its project, and start it once more. */
  rollback: z.boolean().optional(),
})
export type PutElsewhere = z.infer<typeof PutElsewhere>

export const Heartbeat = z.strictObject({
  status: z.enum(['idle', 'working', 'waiting']).default('idle'),
  note: z.string().max(NOTE_MAX_CHARS).default(''),
})
export type Heartbeat = z.infer<typeof Heartbeat>

export const HeartbeatHeard = z.object({
  agent: AgentName,
  at: Timestamp,
  silentSec: z.number(),
  /** A person wants it to rest: it gets no mail until it is resumed. */
  paused: z.boolean(),
  unread: z.number().int(),
  /** The number of the newest entry of its conversation. */
  history: z.number().int().nullable(),
})
export type HeartbeatHeard = z.infer<typeof HeartbeatHeard>

export const InboxQuery = z.strictObject({
  /** How long to wait for the first message. */
  waitSec: z.coerce.number().min(0).max(25).default(0),
})

export const Inbox = z.object({ items: z.array(Message), next: z.null() })
