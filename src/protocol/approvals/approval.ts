// Approvals as the outside sees them: what somebody wants to do, exactly, and what a person said to it.
import { z } from 'zod'
import { AgentName, ApprovalId, ProjectName } from '../ids.ts'
import { KeptRule, KeptRuleScope } from './kept-rule.ts'
import { Timestamp } from '../timestamp.ts'

/** `tool`: an agent is about to use one. `custom`: somebody asks in words of their own. The others are asked by cmux itself. */
export const ApprovalKind = z.enum(['tool', 'change', 'spawn', 'budget', 'push', 'custom'])
export type ApprovalKind = z.infer<typeof ApprovalKind>

export const Risk = z.enum(['low', 'medium', 'high'])
export type Risk = z.infer<typeof Risk>

/** Only `waiting` can become something else, and `approved` once `used`. */
const ApprovalState = z.enum(['waiting', 'approved', 'denied', 'expired', 'withdrawn', 'used'])
export type ApprovalState = z.infer<typeof ApprovalState>

export const DecisionWay = z.enum(['dashboard', 'cli', 'terminal', 'slack', 'http'])
export type DecisionWay = z.infer<typeof DecisionWay>

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal digits')

const Decision = z.object({
  /** The actor, as in events; `terminal` is whoever answered there. */
  by: z.string(),
  at: Timestamp,
  reason: z.string().nullable(),
  via: DecisionWay,
})
export type Decision = z.infer<typeof Decision>

export const Approval = z.object({
  id: ApprovalId,
  /** The number of the event that tells of it: lists are in the order of these. */
  seq: z.number().int(),
  kind: ApprovalKind,
  /** One line. */
  title: z.string(),
  risk: Risk,
  /**
   * Exactly what is asked for. Of a tool it is JSON with `tool`, `folder` and `input`, keys in order; of the others it is
   * text. Lists cut it and mask secrets in it, and then say so in `isCut`: who decides has to have read all of it.
   */
  content: z.string(),
  isCut: z.boolean(),
  /** Of the content as UTF-8. A decision names it, so that nobody approves what they have not seen. */
  sha256: Sha256,
  /** The actor that asks, as in events: `agent:anna`, `owner`. It can't decide itself. */
  requester: z.string(),
  agent: AgentName.nullable(),
  /** Which start of the agent asks: with its end the request is over. */
  generation: z.number().int().nullable(),
  project: ProjectName.nullable(),
  /** What the rules, or the requester, say about it. */
  why: z.string(),
  /** Its program shows it in a dialog too: a person at the terminal can answer it there. */
  inDialog: z.boolean(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  state: ApprovalState,
  decision: Decision.nullable(),
  /** Why it expired or was withdrawn; of a push, why it failed. */
  ended: z.object({ at: Timestamp, why: z.string() }).nullable(),
  usedAt: Timestamp.nullable(),
})
export type Approval = z.infer<typeof Approval>

/** With the rule that was kept; null when it was for once. */
export const ApprovedRequest = Approval.extend({ rule: KeptRule.nullable() })

const TITLE_MAX_CHARS = 200
const TEXT_MAX_CHARS = 64 * 1024
const WHY_MAX_CHARS = 2000
const REASON_MAX_CHARS = 1000
const PASSPHRASE_MAX_CHARS = 1000
const WAIT_MAX_SEC = 25
const EXPIRY_MAX_SEC = 30 * 86_400

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be one line without control characters')

/** A null would end what is shown, half a surrogate pair can't be kept. */
const text = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'must be whole characters, without NUL')

export const RequestApproval = z.strictObject({
  /** Chosen by the sender, so that asking again after a lost answer is harmless. */
  id: ApprovalId.optional(),
  /** The other kinds are asked by the parts of cmux that they are about. */
  kind: z.literal('custom').default('custom'),
  title: line(TITLE_MAX_CHARS),
  content: text(TEXT_MAX_CHARS),
  why: text(WHY_MAX_CHARS).optional(),
  risk: Risk.default('medium'),
  /** Default: as set. */
  waitSec: z.number().int().min(1).max(EXPIRY_MAX_SEC).optional(),
})
export type RequestApproval = z.infer<typeof RequestApproval>

const reason = line(REASON_MAX_CHARS).optional()
const passphrase = z.string().max(PASSPHRASE_MAX_CHARS).optional()

export const ApproveRequest = z.strictObject({
  /** Of the content that was shown. */
  sha256: Sha256,
  reason,
  /** Keeps a rule, so that this agent, or all of its project, are not asked about the same act again. */
  always: KeptRuleScope.optional(),
  /** Needed when one is set. */
  passphrase,
})
export type ApproveRequest = z.infer<typeof ApproveRequest>

const PASSPHRASE_MIN_CHARS = 8

export const SetPassphrase = z.strictObject({
  passphrase: z.string().min(PASSPHRASE_MIN_CHARS).max(PASSPHRASE_MAX_CHARS).nullable(),
  /** The one that is set now. */
  current: passphrase,
})

/** A no needs no proof that all of it was read; a hash that is named has to be right all the same. */
export const DenyRequest = z.strictObject({ sha256: Sha256.optional(), reason })
export type DenyRequest = z.infer<typeof DenyRequest>

/** One, or several with commas in between. */
const ApprovalStates = z
  .string()
  .max(100)
  .transform((states) => states.split(','))
  .pipe(z.array(ApprovalState))

/** With `wait`, the answer comes when it is decided, or after so many seconds. */
export const WaitQuery = z.strictObject({ wait: z.coerce.number().min(0).max(WAIT_MAX_SEC).default(0) })

export const ApprovalsQuery = z.strictObject({
  state: ApprovalStates.optional(),
  kind: ApprovalKind.optional(),
  agent: AgentName.optional(),
  project: ProjectName.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  /** The `next` of the page before: pages go back from the newest. */
  cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type ApprovalsQuery = z.infer<typeof ApprovalsQuery>

/** The whole list with what a page needs to know before it asks. */
export const ApprovalsPage = z.object({
  items: z.array(Approval),
  next: z.string().nullable(),
  /** How many wait, whatever is asked for. */
  waiting: z.number().int(),
  /** A passphrase has to be given with every yes. */
  needsPassphrase: z.boolean(),
})
export type ApprovalsPage = z.infer<typeof ApprovalsPage>
