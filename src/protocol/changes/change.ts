// A change to a project's code as the outside sees it: what is to be different, how careful one has to be with it, and how far it is.
import { z } from 'zod'
import { AgentName, ApprovalId, ChangeId, ProjectName, TaskId } from '../ids.ts'
import { Check } from '../project-file.ts'
import { Timestamp } from '../timestamp.ts'
import { FileChange, Overlap } from '../agents/work-diff.ts'

/** From harmless to what only a person may allow. */
export const TIERS = ['safe', 'care', 'forbidden'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

/** How the commits of a branch come onto the main branch: one by one on top of it, as one commit, or by a merge commit. */
export const Merging = z.enum(['rebase', 'squash', 'merge'])
export type Merging = z.infer<typeof Merging>

const DESCRIPTION_MAX_CHARS = 4000
const EDITS_MAX = 500
const CONTENT_MAX_CHARS = 2 * 1024 * 1024
const PATH_MAX_CHARS = 1000
const REF_MAX_CHARS = 200
const REASON_MAX_CHARS = 1000
const SUM_MAX_CHARS = 64
const PASSPHRASE_MAX_CHARS = 1000

const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => value.isWellFormed(), 'must be whole characters')

const Content = text(CONTENT_MAX_CHARS)

/** Whether a path may be named at all is decided with the tree at hand, in words that say which and why. */
const Path = text(PATH_MAX_CHARS).min(1)

export const Edit = z
  .strictObject({
    file: Path,
    type: z.enum(['create', 'modify', 'delete']),
    description: text(DESCRIPTION_MAX_CHARS).optional(),
    /** The whole file as it is to be. */
    content: Content.optional(),
    /** Or what is different, as `diff -u` and git write it. */
    patch: Content.optional(),
  })
  .refine(
    ({ type, content, patch }) =>
      type === 'delete'
        ? content === undefined && patch === undefined
        : (content === undefined) !== (patch === undefined),
    'must have either content or patch, and none of them to delete a file',
  )
  .refine(({ type, patch }) => type !== 'create' || patch === undefined, 'must have content to create a file')
export type Edit = z.infer<typeof Edit>

export const PlanChange = z
  .strictObject({
    /** Chosen by the sender, so that asking again after a lost answer is harmless. */
    id: ChangeId.optional(),
    /** Default: the project of the agent that asks. */
    project: ProjectName.optional(),
    description: text(DESCRIPTION_MAX_CHARS).trim().min(1),
    kind: z.enum(['feature', 'hotfix']).default('feature'),
    changes: z.array(Edit).min(1).max(EDITS_MAX).optional(),
    /** Or a branch that has the work already, such as `agent/anna`. */
    branch: z.string().min(1).max(REF_MAX_CHARS).optional(),
    /** How its commits are brought; default: what the project's cmux.json says, else `rebase`. */
    merging: Merging.optional(),
    /** What was announced to be touched; anything else is refused. */
    targetFiles: z.array(Path).max(EDITS_MAX).optional(),
    requiresRestart: z.boolean().default(false),
    skipTests: z.boolean().default(false),
  })
  .refine(
    ({ changes, branch }) => (changes === undefined) !== (branch === undefined),
    'must have either changes or a branch',
  )
export type PlanChange = z.infer<typeof PlanChange>

const TouchedFile = FileChange.extend({
  tier: Tier,
  /** What about it makes it so. */
  why: z.string(),
})

/**
 * planned → queued → checking → (reviewing → queued) → rehearsing → adopting → (restarting → soaking) → good. It ends as `refused`
 * when it was not adopted, as `rolled_back` when it was and had to go again.
 */
const CHANGE_STATES = [
  'planned',
  'queued',
  'checking',
  /** Somebody else has to look at it. */
  'reviewing',
  'rehearsing',
  'adopting',
  /** What runs will be restarted at `restartAt`. */
  'restarting',
  /** It runs, and is watched. */
  'soaking',
  'good',
  'refused',
  'rolling_back',
  'rolled_back',
  'canceled',
] as const
export const ChangeState = z.enum(CHANGE_STATES)
export type ChangeState = z.infer<typeof ChangeState>

const ChangeStep = z.object({
  to: ChangeState,
  at: Timestamp,
  actor: z.string(),
  note: z.string().nullable(),
})

/** Where the main branch went from and to. */
const MainMove = z.object({ from: z.string(), to: z.string() })

/** Who let it through, and exactly what: another sum needs another leave. */
const Leave = z.object({
  sha256: z.string(),
  /** The actor, as in events. */
  by: z.string(),
  at: Timestamp,
  /** `execute`: with its start; `approval`: a request in the queue; `review`: an answer to a review. */
  via: z.enum(['execute', 'approval', 'review']),
})
export type Leave = z.infer<typeof Leave>

/** Whom it waits for: the agent that was asked, or a person, whose request is in the queue. */
const Review = z.object({
  asked: AgentName.nullable(),
  /** Until then the agent has time; then a person is asked. */
  until: Timestamp.nullable(),
  approval: ApprovalId.nullable(),
})
export type Review = z.infer<typeof Review>

export const CheckResult = z.object({
  name: z.string(),
  run: z.string(),
  required: z.boolean(),
  outcome: z.enum(['passed', 'failed', 'overdue', 'skipped']),
  /** Null when it ended otherwise. */
  exitCode: z.number().int().nullable().optional(),
  /** In a line: the exit code, the limit that was over. */
  detail: z.string(),
  /** The last lines of what it said. */
  tail: z.string(),
  tookMs: z.number(),
})
export type CheckResult = z.infer<typeof CheckResult>

export const Change = z.object({
  id: ChangeId,
  /** The number of the event that tells of it: lists are in the order of these. */
  seq: z.number().int(),
  project: ProjectName,
  description: z.string(),
  kind: z.enum(['feature', 'hotfix']),
  state: ChangeState,
  /** The strictest of its files. */
  tier: Tier,
  files: z.array(TouchedFile),
  /** The commit of the main branch that it begins at, and the one that it is. */
  base: z.string(),
  head: z.string(),
  /** Over the exact difference, modes and bytes included: what an approval is bound to. */
  sha256: z.string(),
  /** Its own branch in the project, while it is not adopted: `feature/chg_…`. */
  branch: z.string(),
  /** The project is a folder without git: nobody can be told to look at a branch there. */
  plain: z.boolean(),
  /** Of the last time that they ran. */
  checks: z.array(CheckResult),
  /** The check that runs now. */
  running: z.object({ check: z.string(), since: Timestamp }).nullable(),
  /** How often the main branch had moved when it was to be adopted. */
  rebases: z.number().int(),
  adopted: MainMove.nullable(),
  undone: MainMove.nullable(),
  /** When what runs is to be restarted. */
  restartAt: Timestamp.nullable(),
  /** Why it had to go again by itself. */
  sick: z.string().nullable(),
  /** Of cmux itself: the release that served when it was tried, and the one that it becomes. */
  release: z.object({ before: z.string(), after: z.string() }).nullable(),
  /** Where it has been, the first one first. */
  steps: z.array(ChangeStep),
  /** The branch that it was planned from; null when the edits were given. */
  from: z.string().nullable(),
  /** What that branch was then: what it was adopted as may be another commit. */
  fromHead: z.string().nullable(),
  /** How the commits of that branch are brought. */
  merging: Merging,
  /** What their trailers say of the agent and the task whose work it is. */
  workOf: z.object({ agent: AgentName, task: TaskId.nullable() }).nullable(),
  requiresRestart: z.boolean(),
  skipTests: z.boolean(),
  /** As in events: `owner`, `agent:anna`. */
  author: z.string(),
  agent: AgentName.nullable(),
  /** The last word about it: why it was refused, for example, and how to look at it. */
  note: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  leave: Leave.nullable(),
  /** While it is `reviewing`. */
  review: Review.nullable(),
  /** The commit whose checks have passed. */
  checkedHead: z.string().nullable(),
  /** Where other agents were at work when it was planned. */
  overlaps: z.array(Overlap),
})
export type Change = z.infer<typeof Change>

const Checkpoint = z.object({
  /** What the main branch was. */
  commit: z.string(),
  tag: z.string(),
  /** The folder with copies of the files that were touched; null when no file was. */
  backups: z.string().nullable(),
})
export type Checkpoint = z.infer<typeof Checkpoint>

export const ChangeView = Change.extend({
  /** From before it; null when it was not begun, or is long over. */
  checkpoint: Checkpoint.nullable(),
  /** Who would have to look at it before it goes on as it is, and why; as the rules and the agents are now. */
  needs: z.object({ kind: z.enum(['none', 'agent', 'human']), why: z.string() }),
  patch: z.string(),
  /** The patch ends before its end. */
  truncated: z.boolean(),
})
export type ChangeView = z.infer<typeof ChangeView>

/** A yes names the sum of what was read, a no says why. */
export const ReviewChange = z.discriminatedUnion('verdict', [
  z.strictObject({
    verdict: z.literal('approve'),
    sha256: z.string().max(SUM_MAX_CHARS),
    reason: text(REASON_MAX_CHARS).optional(),
    /** Of a person, when one is set. */
    passphrase: z.string().max(PASSPHRASE_MAX_CHARS).optional(),
  }),
  z.strictObject({
    verdict: z.literal('refuse'),
    sha256: z.string().max(SUM_MAX_CHARS).optional(),
    reason: text(REASON_MAX_CHARS).trim().min(1),
  }),
])
export type ReviewChange = z.infer<typeof ReviewChange>

export const ChangesQuery = z.strictObject({
  project: ProjectName.optional(),
  state: ChangeState.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** The newest first; those below this number. */
  cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(Number.MAX_SAFE_INTEGER),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>

export const OutputQuery = z.strictObject({
  check: Check.shape.name,
  /** The byte to begin at: 0, or `next` of the answer before. */
  from: z.coerce.number().int().min(0).default(0),
})

export const OutputPart = z.object({
  text: z.string(),
  /** Where to go on reading. */
  next: z.number().int(),
  /** Nothing more will come. */
  done: z.boolean(),
})
