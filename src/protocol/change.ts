// A change to a project's code as the outside sees it: what is to be different, how careful one has to be with it, and how far it is.
import { z } from 'zod'
import { AgentName, ChangeId, ProjectName } from './ids.ts'
import { Timestamp } from './timestamp.ts'
import { FileChange } from './work-diff.ts'

/** From harmless to what only a person may allow. */
export const TIERS = ['safe', 'care', 'forbidden'] as const
export const Tier = z.enum(TIERS)
export type Tier = z.infer<typeof Tier>

const DESCRIPTION_MAX_CHARS = 4000
const EDITS_MAX = 500
const CONTENT_MAX_CHARS = 2 * 1024 * 1024
const PATH_MAX_CHARS = 1000
const REF_MAX_CHARS = 200

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
 * planned → queued → checking → adopting → good. It ends as `refused` when it was not adopted, as `rolled_back` when it was
 * and had to go again.
 */
const CHANGE_STATES = [
  'planned',
  'queued',
  'checking',
  'adopting',
  'good',
  'refused',
  'rolling_back',
  'rolled_back',
  'canceled',
] as const
export const ChangeState = z.enum(CHANGE_STATES)
export type ChangeState = z.infer<typeof ChangeState>

/** Where the main branch went from and to. */
const MainMove = z.object({ from: z.string(), to: z.string() })

export const CheckResult = z.object({
  name: z.string(),
  run: z.string(),
  required: z.boolean(),
  outcome: z.enum(['passed', 'failed', 'overdue', 'skipped']),
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
  /** Of the last time that they ran. */
  checks: z.array(CheckResult),
  /** How often the main branch had moved when it was to be adopted. */
  rebases: z.number().int(),
  adopted: MainMove.nullable(),
  undone: MainMove.nullable(),
  /** The branch that it was planned from; null when the edits were given. */
  from: z.string().nullable(),
  requiresRestart: z.boolean(),
  skipTests: z.boolean(),
  /** As in events: `owner`, `agent:anna`. */
  author: z.string(),
  agent: AgentName.nullable(),
  /** The last word about it: why it was refused, for example, and how to look at it. */
  note: z.string().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Change = z.infer<typeof Change>

export const ChangeView = Change.extend({
  patch: z.string(),
  /** The patch ends before its end. */
  truncated: z.boolean(),
})
export type ChangeView = z.infer<typeof ChangeView>

export const ChangesQuery = z.strictObject({
  project: ProjectName.optional(),
  state: ChangeState.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** The newest first; those below this number. */
  cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).default(Number.MAX_SAFE_INTEGER),
})
export type ChangesQuery = z.infer<typeof ChangesQuery>
