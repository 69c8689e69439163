// How careful a person has to be with one branch or tag of a push, what is said of it, and what is not pushed at all. Pure.
import type { Risk } from '../../protocol/approvals/approval.ts'
import type { PushedCommits, RefMove } from './remotes.ts'

export interface MoveFacts {
  readonly move: RefMove
  /** It may take commits away from the remote. */
  readonly force: boolean
  /** What it has to be now, as the asker last saw it; undefined when that was not said. */
  readonly expected: string | null | undefined
  readonly compared: PushedCommits
  readonly mainBranch: string
  /** The branch of the agent whose work it is. */
  readonly ownBranch: string | null
}

interface JudgedMove {
  readonly risk: Exclude<Risk, 'low'>
  /** What it does to the remote, and what about it needs care. */
  readonly does: string
}

/** In the words that git has for it. `same`: the remote has it already. */
export type MoveVerdict = JudgedMove | { readonly refused: string } | 'same'

export function judgeMove(facts: MoveFacts): MoveVerdict {
  const { move, force, expected, compared } = facts
  if (expected !== undefined && expected !== move.old) return { refused: 'stale info' }
  if (move.old === move.new) return 'same'
  const { dropped } = compared
  const isTag = move.ref.startsWith('refs/tags/')
  if (move.old !== null && move.new !== null && !force) {
    if (isTag) return { refused: 'already exists' }
    if (dropped === null)
      return { refused: 'fetch first: the remote has commits that the project does not have' }
    if (dropped > 0)
      return { refused: 'non-fast-forward: the remote has commits that this does not build on' }
  }
  const what = describe(move, compared)
  const care = [
    ...(move.new === null ? ['deletes it on the remote'] : []),
    ...(move.new !== null && dropped !== 0 ? [overwrites(dropped)] : []),
    ...(move.ref === `refs/heads/${facts.mainBranch}` ? ['goes to the main branch'] : []),
    ...(isTag ? ['is a tag'] : []),
  ]
  if (care.length > 0) return { risk: 'high', does: `${what}: ${care.join(', ')}` }
  const isOwn = move.ref === `refs/heads/${facts.ownBranch}`
  return { risk: 'medium', does: isOwn ? what : `${what}, to another branch than its own` }
}

const overwrites = (dropped: number | null) =>
  dropped === null
    ? 'overwrites commits that the project does not have'
    : `overwrites ${count(dropped, 'commit')}`

function describe({ old, new: tip }: RefMove, { count: added }: PushedCommits): string {
  if (tip === null) return `was ${shorten(old ?? '')}`
  return `${count(added, 'commit')}, ${old === null ? 'new' : shorten(old)}..${shorten(tip)}`
}

const shorten = (id: string) => id.slice(0, 12)

export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
