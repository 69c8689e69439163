// Who moved a main branch, and whose rules count after that. Pure.
import type { Project } from '../../protocol/projects/project.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { isInCheckout } from '../agents/is-in-checkout.ts'
import type { Doubt, MainSight, Writer } from './main-table.ts'

type MoveKind =
  /** It is where it was. */
  | 'still'
  /** It is looked at for the first time: what is there counts. */
  | 'first'
  /** Cmux moved it to a change. */
  | 'change'
  /** No agent could have moved it. */
  | 'person'
  /** An agent could have moved it. */
  | 'unknown'

export function judgeMove(sight: MainSight | undefined, commit: string | null): MoveKind {
  if (!sight) return 'first'
  if (commit === sight.commit) return 'still'
  const { moving } = sight
  if (moving && sight.commit === moving.from && commit === moving.to) return 'change'
  return sight.writers.length === 0 ? 'person' : 'unknown'
}

export interface NextFacts {
  readonly commit: string | null
  readonly writers: readonly Writer[]
  readonly at: Timestamp
  /** The files that rules are read from are the same in `commit` as in the commit that is trusted. */
  readonly hasSameRules: boolean
}

/** A commit on top of a doubtful one is doubtful, too: it still holds what the other brought. */
export function decideSight(sight: MainSight | undefined, facts: NextFacts): MainSight {
  const { commit, writers } = facts
  const kind = judgeMove(sight, commit)
  if (!sight || kind === 'first') return { commit, trusted: commit, writers, moving: null, doubt: null }
  if (kind === 'still') return { ...sight, writers }
  const isClean = sight.doubt === null && kind !== 'unknown'
  if (commit !== null && (isClean || facts.hasSameRules))
    return { commit, trusted: commit, writers, moving: null, doubt: null }
  const doubt = kind === 'unknown' ? addDoubt(sight, facts.at) : sight.doubt
  return { commit, trusted: sight.trusted, writers, moving: null, doubt }
}

function addDoubt({ doubt, writers }: MainSight, at: Timestamp): Doubt {
  const known = doubt?.writers ?? []
  const added = writers.filter(({ agent }) => known.every((each) => each.agent !== agent))
  return { since: doubt?.since ?? at, writers: [...known, ...added] }
}

export interface Ground {
  /** False for a folder whose history cmux keeps: there the files themselves become the next commit. */
  readonly hasOwnGit: boolean
  /** Folders that the settings open to every agent. */
  readonly opened: readonly string[]
}

export function listWriters(
  agents: readonly AgentRecord[],
  { path }: Pick<Project, 'path'>,
  { hasOwnGit, opened }: Ground,
): Writer[] {
  const running = agents.filter(({ startedAt, elsewhere }) => startedAt !== null && elsewhere === null)
  return running.flatMap((agent) => {
    const { name, confinement, folder } = agent
    if (confinement?.confined === false) return [{ agent: name, why: 'runs outside of the sandbox' }]
    const open = opened.find((each) => overlaps(each, path))
    if (open !== undefined) return [{ agent: name, why: `may write to ${open} by agents.confine.writable` }]
    // In the sandbox, the .git of a checkout can only be read.
    const isThere = !hasOwnGit && isInCheckout(agent) && overlaps(folder, path)
    return isThere ? [{ agent: name, why: `works in ${folder}` }] : []
  })
}

const overlaps = (a: string, b: string) => `${a}/`.startsWith(`${b}/`) || `${b}/`.startsWith(`${a}/`)
