// A review is answered: by anyone but the author; and what is for a person to allow, by a person.
import type { Change, ReviewChange } from '../../../protocol/changes/change.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import type { Principal } from '../../access/principal.ts'
import type { Clock } from '../../clock.ts'
import type { Store } from '../../store.ts'
import { findChange } from '../find-change.ts'
import { howToLook } from '../risk/how-to-look.ts'
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
    throw new CmuxError('CONFLICT', `${id} is ${describeChangeState(change.state)}, not in review`, {
      hint: `see \`cmux improve show ${id}\``,
    })
  if (answer.sha256 !== undefined && answer.sha256 !== change.sha256)
    throw new CmuxError(
      'CONFLICT',
      `${id} has changed since you read it: its sha256 is now ${change.sha256}`,
      {
        hint: 'read it again, then answer for its current content',
      },
    )
  if (answer.verdict === 'approve')
    return grantLeave(deps, change, { by: by.actor, via: 'review', reason: answer.reason ?? null })
  const note = `${by.actor} rejected the change: ${answer.reason}; ${howToLook(change)}`
  return moveChange(deps, id, { to: 'refused', from: ['reviewing'], actor: by.actor, review: null, note })
}

async function refuseReviewer({ store }: Deps, change: Change, by: Principal): Promise<void> {
  const { id, author, project, review } = change
  if (by.actor === author)
    refuse(
      `${author} drafted ${id} and can’t review it`,
      `a person approves their own change with execute --approve`,
    )
  if (by.agent === null) return
  if (isAuthor(change, by.agent))
    refuse(`${id} is ${by.agent}’s own work`, 'another agent or a person has to review it')
  const record = await store.read.agents.byName(by.agent)
  if (record?.project !== project)
    refuse(`${by.agent} does not work on ${project}`, 'an agent of that project may review it')
  if (change.state === 'reviewing' && !review?.asked)
    refuse(`only a person may approve or reject ${id}`, 'see `cmux next`')
}

function refuse(why: string, hint: string): never {
  throw new CmuxError('FORBIDDEN', why, { hint })
}
