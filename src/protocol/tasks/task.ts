// Tasks as the outside sees them: what is to be done, by whom, after what, and how far it got.
import { z } from 'zod'
import { AgentName, ProjectName, TaskId } from '../ids.ts'
import { MessageId } from '../messages/message.ts'
import { TASK_PRIORITIES } from './task-priorities.ts'
import { Timestamp } from '../timestamp.ts'

/** The states of A2A. */
const TASK_STATES = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
] as const
export const TaskState = z.enum(TASK_STATES)
export type TaskState = z.infer<typeof TaskState>

/** Somebody still has something to do about it. */
export const OPEN_STATES: readonly TaskState[] = ['submitted', 'working', 'input-required', 'auth-required']

export function isOpen({ state }: { readonly state: TaskState }): boolean {
  return OPEN_STATES.includes(state)
}

const TaskPriority = z.enum(TASK_PRIORITIES)

const TITLE_MAX_CHARS = 500
/** With all that is said around it, one message still holds it: a character has at most three bytes. */
const TEXT_MAX_CHARS = 256 * 1024
const NOTE_MAX_CHARS = 16 * 1024
const AFTER_MAX = 50

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine(
      (value) => value.isWellFormed(),
      'must be whole characters: half of a surrogate pair cannot be kept',
    )

/** It is a subject line, and stands in what cmux itself says. */
const Title = text(TITLE_MAX_CHARS)
  .trim()
  .min(1)
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters')

export const Task = z.object({
  id: TaskId,
  /** The number of the event that tells of it: lists are in the order of these. */
  seq: z.number().int(),
  title: z.string(),
  body: z.string(),
  state: TaskState,
  priority: TaskPriority,
  project: ProjectName.nullable(),
  parent: TaskId.nullable(),
  /** It is handed over when all of these are completed. */
  after: z.array(TaskId),
  /** Those of them that are not. */
  waitsFor: z.array(TaskId),
  /** Its children without the canceled ones: how many there are, and how many are completed. */
  parts: z.object({ all: z.number().int(), done: z.number().int() }),
  assignee: AgentName.nullable(),
  /** Which start of the assignee it was given to. */
  generation: z.number().int().nullable(),
  /** With which the assignee got it; null while it waits for others or has no assignee. */
  message: MessageId.nullable(),
  /** How often an agent that had it ended for good. */
  offers: z.number().int(),
  result: z.string().nullable(),
  /** Who is told what becomes of it: `owner` or an agent’s name. */
  createdBy: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Task = z.infer<typeof Task>

/** One line of what happened, with how it stood afterwards. */
export const TaskEntry = z.object({
  at: Timestamp,
  actor: z.string(),
  state: TaskState,
  assignee: AgentName.nullable(),
  note: z.string().nullable(),
})
export type TaskEntry = z.infer<typeof TaskEntry>

export const TaskView = Task.extend({
  history: z.array(TaskEntry),
  children: z.array(Task.pick({ id: true, title: true, state: true, assignee: true })),
})
export type TaskView = z.infer<typeof TaskView>

export const AddTask = z.strictObject({
  /** Chosen by the sender, so that asking again after a lost answer is harmless. */
  id: TaskId.optional(),
  title: Title,
  body: text(TEXT_MAX_CHARS).default(''),
  assignee: AgentName.optional(),
  /** Default: that of the parent, of the assignee, of the agent that asks. */
  project: ProjectName.optional(),
  parent: TaskId.optional(),
  after: z.array(TaskId).max(AFTER_MAX).default([]),
  priority: TaskPriority.default('normal'),
})
export type AddTask = z.infer<typeof AddTask>

export const UpdateTask = z
  .strictObject({
    state: TaskState.optional(),
    note: text(NOTE_MAX_CHARS).min(1).optional(),
    result: text(TEXT_MAX_CHARS).optional(),
    /** Null takes it away from whoever has it. */
    assignee: AgentName.nullable().optional(),
    priority: TaskPriority.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'must say what is to change')
export type UpdateTask = z.infer<typeof UpdateTask>

/** One, or several with commas in between. */
const TaskStates = z
  .string()
  .max(200)
  .transform((states) => states.split(','))
  .pipe(z.array(TaskState))

export const TasksQuery = z.strictObject({
  state: TaskStates.optional(),
  assignee: AgentName.optional(),
  project: ProjectName.optional(),
  /** Only those that are not over. */
  open: z.stringbool().default(false),
  /** Those that changed last, the newest change first, instead of the oldest. */
  newest: z.stringbool().default(false),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  cursor: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
})
export type TasksQuery = z.infer<typeof TasksQuery>
