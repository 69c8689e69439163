// Looks after changes that wait for somebody's leave: takes what a person has decided, and asks a person where an agent does not
// answer. It holds up no other change.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { Change, Review } from '../../../protocol/changes/change.ts'
import type { ApprovalId } from '../../../protocol/ids.ts'
import { describeRefusal } from '../../approvals/describe-refusal.ts'
import { useApproval } from '../../approvals/use-approval.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type RunDeps } from '../run-deps.ts'
import { canReview } from './choose-reviewer.ts'
import { grantLeave } from './grant-leave.ts'
import { openReview } from './open-review.ts'

export async function tendReviews(
  deps: RunDeps & { readonly onError: (error: unknown, doing: string) => void },
): Promise<void> {
  for (const change of await deps.store.read.changes.inStates(['reviewing']))
    await tendReview(deps, change).catch((error: unknown) =>
      deps.onError(error, `looking after the review of ${change.id}`),
    )
}

async function tendReview(deps: RunDeps, change: Change): Promise<void> {
  const { review } = change
  if (review?.approval) return takeDecision(deps, change, review.approval)
  const late = await whyLate(deps, review)
  if (late !== undefined) await askPersonInstead(deps, change, late)
}

async function takeDecision(deps: RunDeps, change: Change, id: ApprovalId): Promise<void> {
  const request = await deps.store.read.approvals.byId(id)
  if (request?.state === 'waiting') return
  if (request?.state === 'approved' && request.decision) {
    const { by, reason } = request.decision
    const at = timestampFromMs(deps.clock.nowMs())
    await grantLeave(deps, change, { by, via: 'approval', reason }, (writer) =>
      useApproval(writer, request, at),
    )
    return
  }
  const why = request ? describeRefusal(request) : 'no decision was made in time'
  const note = `${why}; ${howToLook(change)}`
  await moveChange(deps, change.id, { to: 'refused', from: ['reviewing'], actor: ACTOR, review: null, note })
}

/** Undefined while there is hope. */
async function whyLate({ store, clock }: RunDeps, review: Review | null): Promise<string | undefined> {
  if (!review?.asked) return 'no reviewer was asked'
  const agent = await store.read.agents.byName(review.asked)
  if (!agent || !canReview(agent)) return `the reviewer ${review.asked} is no longer running`
  const isOver = review.until !== null && clock.nowMs() >= Date.parse(review.until)
  return isOver ? `the reviewer ${review.asked} has not answered` : undefined
}

async function askPersonInstead(deps: RunDeps, change: Change, why: string): Promise<void> {
  const project = await deps.projects.get(change.project)
  const patch = await deps.ground.patch(project, change.base, change.head)
  await moveChange(deps, change.id, {
    to: 'reviewing',
    from: ['reviewing'],
    actor: ACTOR,
    note: `${why}: a person is asked`,
    also: async (writer) => ({
      review: await openReview(deps, writer, change, { kind: 'human', why }, patch),
    }),
  })
}
