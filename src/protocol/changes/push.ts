// A push as the outside sees it: commits that go from a project to a remote of the person's, once a person has agreed.
import { z } from 'zod'
import { Risk } from '../approvals/approval.ts'
import { AgentName, ApprovalId, ChangeId, ProjectName } from '../ids.ts'

const REF_MAX_CHARS = 250
const MOVES_MAX = 50

/** As git names them in a configuration. */
const RemoteName = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][\w.-]*$/, 'must be the name of a remote')

/** What git takes, and no pattern: the whole name is one ref. */
const TargetRef = z
  .string()
  .max(REF_MAX_CHARS)
  .regex(
    /^refs\/(?:heads|tags)\/(?!.*(?:\.\.|\/\/|@\{|\.lock(?:\/|$)|\/\.|\.$))[^\s~^:?*[\\/.][^\s~^:?*[\\]*(?<!\/)$/,
    'must be a whole branch or tag, such as refs/heads/fix',
  )

const Commit = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)

/** `HEAD`, a ref of the workspace, or a whole id; null deletes. */
const Source = z
  .string()
  .max(REF_MAX_CHARS)
  .regex(/^(?:HEAD|refs\/[^\s~^:?*[\\]+|[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be HEAD, a ref or a whole id')

export const AskPush = z
  .strictObject({
    /** Whose workspace it comes from; an agent's own is the default, and it may name no other. */
    agent: AgentName.optional(),
    /** Or what a change has brought, or is to bring. For people. */
    change: ChangeId.optional(),
    remote: RemoteName.default('origin'),
    /** Default: the agent's branch, or that of the change, under its own name. */
    moves: z
      .array(
        z.strictObject({
          from: Source.nullable(),
          to: TargetRef,
          /** It may take commits away from the remote. */
          force: z.boolean().default(false),
          /** What it has to be now: `--force-with-lease`. Null: nothing. */
          expected: Commit.nullable().optional(),
        }),
      )
      .min(1)
      .max(MOVES_MAX)
      .optional(),
    /** With the default moves. */
    force: z.boolean().default(false),
    /** Only says what would be pushed. */
    dryRun: z.boolean().default(false),
    /** Of the content that a person was shown, which agrees to it. */
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** A person's own word for what overwrites, deletes, or goes to the main branch or a tag. */
    highRisk: z.boolean().default(false),
  })
  .refine(
    ({ agent, change }) => agent === undefined || change === undefined,
    'must not name both an agent and a change',
  )
export type AskPush = z.infer<typeof AskPush>

/**
 * `planned`: nobody was asked. `waiting`: for a person. `approved`: it is being pushed. `failed`: nothing of it is on the remote, or not
 * all of it.
 */
const PushState = z.enum([
  'planned',
  'waiting',
  'approved',
  'pushed',
  'failed',
  'denied',
  'expired',
  'withdrawn',
])

export const Push = z.object({
  /** Of the request for approval; null when nobody was asked. */
  id: ApprovalId.nullable(),
  state: PushState,
  project: ProjectName,
  remote: z.string(),
  /** Without credentials. */
  address: z.string(),
  /** One line. */
  title: z.string(),
  risk: Risk,
  /** Why the risk is what it is. */
  why: z.string(),
  /** Exactly what would be pushed, as text. */
  content: z.string(),
  sha256: z.string(),
  /** What came of it, for whoever asked; null while nothing has. */
  note: z.string().nullable(),
})
export type Push = z.infer<typeof Push>

export const KnownRemote = z.object({
  name: z.string(),
  address: z.string(),
  /** As the project last saw them. */
  branches: z.array(z.object({ ref: z.string(), commit: z.string() })),
})

export const OneRemote = z.strictObject({ name: RemoteName })
