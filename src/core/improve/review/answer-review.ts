// A review is answered: by anyone but the author; and what is for a person to allow, by a person.
import type { Change, ReviewChange } from '../../../protocol/change.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import type { Principal } from '../../access/principal.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../store.ts'
import { findChange } from '../find-change.ts'
import { howToLook } from '../how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { isAuthor } from './choose-reviewer.ts'
import { grantLeave } from './grant-leave.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
}

export async function answerReview(
  deps: Deps,
  id: ChangeId,
  answer: ReviewChange,
  by: Principal,
): Promise<Change> {
  const change = await findChange(deps.store.read, id)
  await refuseReviewer(deps, change, by)
  if (change.state !== 'reviewing')
    throw new CmuxError('CONFLICT', `${id} is ${change.state}: it waits for no review`, {
      hint: `see \`cmux improve show ${id}\``,
    })
  if (answer.sha256 !== undefined && answer.sha256 !== change.sha256)
    throw new CmuxError('CONFLICT', `what you have read is not what ${id} is: its sum is ${change.sha256}`, {
      hint: 'look at it again, and answer for what it is now',
    })
  if (answer.verdict === 'approve')
    return grantLeave(deps, change, { by: by.actor, via: 'review', reason: answer.reason ?? null })
  const note = `${by.actor} refused it: ${answer.reason}; ${howToLook(change)}`
  return moveChange(deps, id, { to: 'refused', from: ['reviewing'], actor: by.actor, review: null, note })
}

async function refuseReviewer({ store }: Deps, change: Change, by: Principal): Promise<void> {
  const { id, author, project, review } = change
  if (by.actor === author)
    refuse(
      `${author} planned ${id}, and can’t review it`,
      `a person lets their own through with execute --approve`,
    )
  if (by.agent === null) return
  if (isAuthor(change, by.agent))
    refuse(`${id} is made of ${by.agent}’s own work`, 'somebody else has to look at it')
  const record = await store.read.agents.byName(by.agent)
  if (record?.project !== project)
    refuse(`${by.agent} does not work on ${project}`, 'one of its own agents may')
  if (change.state === 'reviewing' && !review?.asked)
    refuse(`only a person may let ${id} through, or refuse it`, 'see `cmux next`')
}

function refuse(why: string, hint: string): never {
  throw new CmuxError('FORBIDDEN', why, { hint })
}
