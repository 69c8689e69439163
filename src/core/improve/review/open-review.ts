// Asks somebody to look at a change: another agent by mail, or a person by a request in the queue. In the caller's transaction, so
// that nothing waits for an answer that nobody was asked for.
import type { Change, Review } from '../../../protocol/changes/change.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import { MessageId } from '../../../protocol/messages/message.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import { askApproval, type AskDeps } from '../../approvals/ask-approval.ts'
import { requireRoom } from '../../approvals/require-room.ts'
import type { Clock } from '../../clock.ts'
import { SYSTEM_SENDER } from '../../mail/sender.ts'
import { writeMessage } from '../../mail/write-message.ts'
import type { StoreWriter } from '../../store.ts'
import type { NeededLeave } from './needed-leave.ts'
import { titleOf, writeContent, writeReviewLetter, type Patch } from './write-review.ts'

export interface ReviewLimits {
  /** How long an agent has for it. */
  readonly reviewMs: number
  /** How long a request waits for a person. */
  readonly approvalMs: number
}

export interface ReviewDeps extends AskDeps {
  readonly clock: Clock
  readonly improveLimits: ReviewLimits
}

type Asked = Exclude<NeededLeave, { readonly kind: 'none' }>

export async function openReview(
  deps: ReviewDeps,
  writer: StoreWriter,
  change: Change,
  needed: Asked,
  patch: Patch,
): Promise<Review> {
  return needed.kind === 'agent'
    ? askAgent(deps, writer, change, needed.agent, patch)
    : askPerson(deps, writer, change, needed.why, patch)
}

async function askAgent(
  { clock, improveLimits }: ReviewDeps,
  writer: StoreWriter,
  change: Change,
  to: AgentName,
  patch: Patch,
): Promise<Review> {
  const until = timestampFromMs(clock.nowMs() + improveLimits.reviewMs)
  const id = MessageId.parse(`notice:review:${change.id}:${change.head.slice(0, 12)}:${to}`)
  const subject = `please review a change to ${change.project}: ${titleOf(change)}`
  const body = writeReviewLetter(change, patch, until)
  await writeMessage({ clock }, writer, { id, to, subject, body }, SYSTEM_SENDER)
  return { asked: to, until, approval: null }
}

const RISKS = { safe: 'low', care: 'medium', forbidden: 'high' } as const

/** It names no agent: the request outlives who made the change. */
async function askPerson(
  deps: ReviewDeps,
  writer: StoreWriter,
  change: Change,
  why: string,
  patch: Patch,
): Promise<Review> {
  await requireRoom(writer)
  const matter = {
    kind: 'change',
    title: `${change.agent ?? change.author} wants to change ${change.project}: ${titleOf(change)}`,
    risk: RISKS[change.tier],
    content: writeContent(change, patch),
    // A person who planned it may decide it, too: they see here what it has become.
    requester: change.agent === null ? 'system' : change.author,
    agent: null,
    generation: null,
    project: change.project,
    why,
    inDialog: false,
    call: null,
    asker: null,
    waitMs: deps.improveLimits.approvalMs,
  } as const
  const { id } = await askApproval(deps, writer, matter, deps.clock.nowMs())
  return { asked: null, until: null, approval: id }
}
