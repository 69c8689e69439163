// Agents as the outside sees them: who they are, what they do, and on what evidence we say so.
import { z } from 'zod'
import { AgentId, AgentName, ProjectName } from '../ids.ts'
import { NAME_PATTERN } from '../access/name-rule.ts'
import { RuntimeName } from './runtime.ts'
import { Timestamp } from '../timestamp.ts'

const AGENT_STATUSES = [
  'starting',
  'idle',
  'working',
  'waiting',
  'paused',
  'stopped',
  'dead',
  'unknown',
] as const

export const AgentStatus = z.enum(AGENT_STATUSES)
export type AgentStatus = z.infer<typeof AgentStatus>

/** One signal and when it was seen: hooks go stale and screens lie, so the reader may judge for themselves. */
export const Evidence = z.object({
  source: z.enum(['process', 'hook', 'transcript', 'screen', 'cmux']),
  says: z.string(),
  at: Timestamp,
  /** What it asks can be answered so: `cmux agent answer NAME`. */
  answer: z.string().optional(),
})
export type Evidence = z.infer<typeof Evidence>

export const RoleName = z.string().regex(NAME_PATTERN).brand<'RoleName'>()
export type RoleName = z.infer<typeof RoleName>

export const Agent = z.object({
  id: AgentId,
  name: AgentName,
  role: RoleName,
  runtime: RuntimeName,
  project: ProjectName.nullable(),
  status: AgentStatus,
  statusSince: Timestamp,
  /** When it last did something, by its hooks or its conversation; what its screen shows is nothing that it did. */
  movedAt: Timestamp.nullable(),
  evidence: z.array(Evidence),
  /** What it was told to be; the status is what it is. */
  desired: z.enum(['running', 'stopped']),
  /** It takes no turn until it is resumed. */
  paused: z.object({ since: Timestamp, by: z.string(), why: z.string().nullable() }).nullable(),
  generation: z.number().int(),
  pane: z.string().nullable(),
  pid: z.number().int().nullable(),
  conversation: z.string().nullable(),
  folder: z.string(),
  workspace: z.string().nullable(),
  branch: z.string().nullable(),
  /** It works in a folder of a person, beside them, since a person said so. */
  inCheckout: z.boolean(),
  model: z.string().nullable(),
  purpose: z.string(),
  createdBy: z.string(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  /** It runs, or ran last, inside of walls. */
  confined: z.boolean(),
  /** Why it is not confined; null when it is, or was never started. */
  unconfined: z.string().nullable(),
  /** `own`: the outside world and no service of this machine but those opened; `listed`: cmux and listed domains; `none`: cmux only; `host`: this machine's. */
  network: z.enum(['own', 'listed', 'none', 'host']).nullable(),
  /** Set for one that runs where cmux can't see it. */
  elsewhere: z
    .object({
      silentSec: z.number(),
      /** Its last heartbeat; null before the first. */
      heardAt: Timestamp.nullable(),
      /** Since when it was never silent for too long. */
      upSince: Timestamp.nullable(),
      /** Its last word before it went silent; null while it is not. */
      silentSince: Timestamp.nullable(),
    })
    .nullable(),
  usage: z.object({
    input: z.number().int(),
    output: z.number().int(),
    cacheRead: z.number().int(),
    cacheWrite: z.number().int(),
  }),
})
export type Agent = z.infer<typeof Agent>

const TASK_MAX_CHARS = 1024 * 1024
const ARGS_MAX = 100
const ARG_MAX_CHARS = 32 * 1024

/** No program can be given a NUL: the kernel would cut the text there. */
const withoutNul = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes('\0'), 'must not contain a NUL character')

/** In a paste, ESC [ 201 ~ would end it and the rest would be keys: a task is text, never keys. */
const Task = z
  .string()
  .max(TASK_MAX_CHARS)
  .refine((text) => !/[^\P{Cc}\t\n\r]/u.test(text), 'must not contain control characters')

export const SpawnAgent = z.strictObject({
  name: AgentName,
  /** Default: the first real one that is installed and ready, else demo. */
  runtime: RuntimeName.optional(),
  /** Default: the only project there is. */
  project: ProjectName.optional(),
  role: RoleName.default('worker' as RoleName),
  task: Task.optional(),
  model: withoutNul(200).optional(),
  args: z.array(withoutNul(ARG_MAX_CHARS)).max(ARGS_MAX).default([]),
  /** A shared clone of its own; default: yes. False: in the project's own checkout, beside its person. Only people may ask for it. */
  workspace: z.boolean().optional(),
  /** Answer the runtime's first-run questions in the agent's own settings. */
  answerFirstRun: z.boolean().default(false),
  /** False: outside of walls, able to do what the person can. Only people may ask for it. */
  sandbox: z.boolean().default(true),
})
export type SpawnAgent = z.infer<typeof SpawnAgent>

export const AdoptAgent = z.strictObject({
  name: AgentName.optional(),
  runtime: z.enum(['claude', 'codex']),
  session: z.string().regex(/^[A-Za-z0-9][\w.-]{0,127}$/),
  project: ProjectName.optional(),
  role: RoleName.default('worker' as RoleName),
  folder: withoutNul(4096).optional(),
  /** False: without a sandbox, able to do what the person can. */
  sandbox: z.boolean().default(true),
})
export type AdoptAgent = z.infer<typeof AdoptAgent>

export const RestartOrder = z.strictObject({
  /** A new conversation, with a brief of where the work stands. */
  fresh: z.boolean().default(false),
  /** Another kind of agent takes the work over; its conversation is a new one. */
  runtime: RuntimeName.optional(),
  model: withoutNul(200).optional(),
})
export type RestartOrder = z.infer<typeof RestartOrder>

export const Generation = z.object({
  generation: z.number().int(),
  startedAt: Timestamp,
  why: z.string(),
  conversation: z.string().nullable(),
  endedAt: Timestamp.nullable(),
  end: z.string().nullable(),
})
export type Generation = z.infer<typeof Generation>

/** What an agent can do, for other agents and tools to read (A6). */
export const AgentCard = z.object({
  name: AgentName,
  description: z.string(),
  role: RoleName,
  runtime: RuntimeName,
  project: ProjectName.nullable(),
  capabilities: z.array(z.string()),
  status: AgentStatus,
})
export type AgentCard = z.infer<typeof AgentCard>

export const RuntimeOnMachine = z.object({
  name: RuntimeName,
  ready: z.boolean(),
  detail: z.string(),
  hint: z.string(),
  isDefault: z.boolean(),
})
export type RuntimeOnMachine = z.infer<typeof RuntimeOnMachine>
