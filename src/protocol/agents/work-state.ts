// What is kept of an agent's work so that it, or who comes after it, can go on: what it says itself, and what is worked out.
import { z } from 'zod'
import { AgentName, ProjectName, TaskId } from '../ids.ts'
import { TaskState } from '../tasks/task.ts'
import { Timestamp } from '../timestamp.ts'

const LINE_MAX_CHARS = 2000
const TEXT_MAX_CHARS = 8000
const LIST_MAX = 50

const Line = z.string().trim().min(1).max(LINE_MAX_CHARS)

export const PendingAction = z.object({ text: z.string(), done: z.boolean() })
export type PendingAction = z.infer<typeof PendingAction>

export const Decision = z.object({
  decision: z.string(),
  /** Empty when nobody said why. */
  reason: z.string(),
})
export type Decision = z.infer<typeof Decision>

/** What an agent says of its work. What is left out stays as it was; lists replace the ones before, decisions are added. */
export const SaveProgress = z
  .strictObject({
    /** What it is at: one sentence or a few. */
    task: z.string().trim().min(1).max(TEXT_MAX_CHARS).optional(),
    /** Where it stands: what works, what does not, what comes next. */
    state: z.string().trim().min(1).max(TEXT_MAX_CHARS).optional(),
    pendingActions: z
      .array(z.strictObject({ text: Line, done: z.boolean().default(false) }))
      .max(LIST_MAX)
      .optional(),
    decisions: z
      .array(z.strictObject({ decision: Line, reason: z.string().trim().max(LINE_MAX_CHARS).default('') }))
      .max(LIST_MAX)
      .optional(),
    openQuestions: z.array(Line).max(LIST_MAX).optional(),
    blockers: z.array(Line).max(LIST_MAX).optional(),
  })
  .refine((said) => Object.keys(said).length > 0, 'must say something')
export type SaveProgress = z.infer<typeof SaveProgress>

/** All that it has said so far. */
export const Progress = z.object({
  task: z.string(),
  state: z.string(),
  pendingActions: z.array(PendingAction),
  decisions: z.array(Decision),
  openQuestions: z.array(z.string()),
  blockers: z.array(z.string()),
  /** Null before it has said anything. */
  at: Timestamp.nullable(),
})
export type Progress = z.infer<typeof Progress>

export const GitState = z.object({
  /** Null when on no branch. */
  branch: z.string().nullable(),
  head: z.string().nullable(),
  /** The main branch, and how many commits it has that this one has not. */
  main: z.string(),
  behind: z.number().int(),
  uncommitted: z.array(z.string()),
  /** Its own, the newest first. */
  recent_commits: z.array(z.object({ id: z.string(), subject: z.string() })),
  /** What differs from where it left the main branch, uncommitted files included. */
  changed: z.array(z.object({ path: z.string(), status: z.string() })),
})
export type GitState = z.infer<typeof GitState>

export const ModifiedFile = z.object({
  /** Inside of its folder relative to that, else absolute. */
  path: z.string(),
  /** Who says so: both, or only one of them. Null without git. */
  git: z.enum(['added', 'modified', 'deleted', 'retyped', 'same']).nullable(),
  /** With which tools it was written, each once; empty when something else did, a shell command for example. */
  tools: z.array(z.string()),
  committed: z.boolean(),
})
export type ModifiedFile = z.infer<typeof ModifiedFile>

const TaskLine = z.object({ id: TaskId, title: z.string(), state: TaskState, note: z.string().nullable() })

/** The state of C1, under the names that the papers give its keys. */
export const WorkState = z.object({
  agent: AgentName,
  project: ProjectName.nullable(),
  runtime: z.string(),
  generation: z.number().int(),
  session: z.string().nullable(),
  at: Timestamp,
  files_modified: z.array(ModifiedFile),
  decisions: z.array(Decision),
  open_questions: z.array(z.string()),
  blockers: z.array(z.string()),
  current_task: z.object({
    objective: z.string(),
    state: z.string(),
    pending_actions: z.array(PendingAction),
    tasks: z.array(TaskLine),
    /** Its last tasks that are over: not to be done again. */
    finished: z.array(TaskLine),
  }),
  git_state: GitState.omit({ changed: true }).nullable(),
  /** The last that was asked of it, and the last that it answered. */
  conversation: z.object({ prompts: z.array(z.string()), answer: z.string() }),
})
export type WorkState = z.infer<typeof WorkState>

/** Written before a compaction or a stop. */
export const KeptState = z.object({
  at: Timestamp,
  why: z.string(),
  /** The artifact, as a path. */
  path: z.string(),
  state: WorkState,
})
export type KeptState = z.infer<typeof KeptState>

/** How full its conversation is; the window and the share of it are null for a model that nobody knows. */
export const ContextUse = z.object({
  tokens: z.number().int(),
  model: z.string(),
  window: z.number().int().nullable(),
  percent: z.number().nullable(),
  at: Timestamp,
})
export type ContextUse = z.infer<typeof ContextUse>

export const AgentState = z.object({
  /** As of now. */
  state: WorkState,
  /** What it would be told now, were it to begin anew. */
  brief: z.string(),
  context: ContextUse.nullable(),
  /** The last that was kept before a compaction or a stop. */
  kept: z.object({ at: Timestamp, why: z.string(), path: z.string() }).nullable(),
})
export type AgentState = z.infer<typeof AgentState>
