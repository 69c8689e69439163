// How careful one has to be with each file of a change. Pure: names, modes and links as git has them, and the rows.
import type { Tier } from '../../../protocol/changes/change.ts'
import { TIERS } from '../../../protocol/changes/change.ts'
import type { SelfReview } from '../../../protocol/policy.ts'
import type { ProjectFile } from '../../../protocol/project-file.ts'
import type { FileChange } from '../../../protocol/agents/work-diff.ts'
import { OWN_ROWS, UNLISTED } from './own-rows.ts'
import { TIER_ROWS } from './tier-rows.ts'

export interface FileFacts extends Pick<FileChange, 'path' | 'status'> {
  /** As git writes them; `000000` where there is no such file. */
  readonly oldMode: string
  readonly newMode: string
  /** Where the link leads that it becomes. */
  readonly linkTarget?: string
}

export interface TierRules {
  /** From the project's own file, on its main branch. */
  readonly tiers: NonNullable<ProjectFile['tiers']> | undefined
  /** Who decides on cmux's own code, if the project is cmux itself; `none` for every other project. */
  readonly selfReview: SelfReview
  readonly matches: (path: string, glob: string) => boolean
}

export interface Judged {
  readonly tier: Tier
  readonly why: string
}

interface Word extends Judged {
  /** A project can't lower it. */
  readonly firm: boolean
}

const LINK = '120000'
const SUBMODULE = '160000'
const PROGRAM = '100755'

/**
 * The strictest word about it. What a project calls safe lowers a built-in "care" that is not firm, and never a "forbidden". The
 * file in cmux's own repository lowers nothing.
 */
export function judgeTier(file: FileFacts, rules: TierRules): Judged {
  const stated = findStated(file.path, rules)
  const isCalledSafe = stated?.tier === 'safe' && rules.selfReview === 'none'
  const builtIn = [...judgeKind(file), ...judgeName(file.path, rules)].filter(
    ({ tier, firm }) => !(tier === 'care' && !firm && isCalledSafe),
  )
  const words = [...builtIn, ...judgeOwn(file.path, rules), ...(stated ? [stated] : [])]
  const { tier, why } = words.reduce(stricter, { tier: 'safe', why: 'no rule names it' })
  return { tier, why }
}

/** Of the same strictness the first one stays. */
function stricter(one: Judged, other: Judged): Judged {
  return TIERS.indexOf(other.tier) > TIERS.indexOf(one.tier) ? other : one
}

export function strictest(tiers: readonly Tier[]): Tier {
  return TIERS.findLast((tier) => tiers.includes(tier)) ?? 'safe'
}

/** What it is, whatever it is called. */
function judgeKind({ oldMode, newMode, linkTarget = '' }: FileFacts): Word[] {
  const firm = false
  if (newMode === SUBMODULE || oldMode === SUBMODULE)
    return [{ tier: 'forbidden', why: 'another repository is brought in or changed', firm }]
  if (newMode === LINK && leadsOut(linkTarget))
    return [{ tier: 'forbidden', why: `a link that leads out of the project: ${linkTarget}`, firm }]
  if (newMode === LINK) return [{ tier: 'care', why: 'a link to another file', firm }]
  if (newMode === PROGRAM && oldMode !== PROGRAM)
    return [{ tier: 'care', why: 'it becomes a program that can be run', firm }]
  return []
}

/** Relative links are not followed here: each of them that goes up is looked at by a person. */
function leadsOut(target: string): boolean {
  return target === '' || target.startsWith('/') || target.split('/').includes('..')
}

function judgeName(path: string, { matches }: TierRules): Word[] {
  return TIER_ROWS.flatMap(({ tier, why, globs, except = [], firm = false }) =>
    globs.some((glob) => matches(path, glob)) && !except.some((glob) => matches(path, glob))
      ? [{ tier, why, firm }]
      : [],
  )
}

/** The rows for cmux itself. The policy may give what is a person's to another agent, or leave all of it to the rows of any project. */
function judgeOwn(path: string, { selfReview, matches }: TierRules): Judged[] {
  if (selfReview === 'none') return []
  const row = OWN_ROWS.find(({ globs }) => globs.some((glob) => matches(path, glob)))
  const { tier, why } = row ?? { tier: 'forbidden', why: UNLISTED }
  return [tier === 'forbidden' && selfReview === 'agent' ? { tier: 'care', why } : { tier, why }]
}

function findStated(path: string, { tiers, matches }: TierRules): Judged | undefined {
  for (const tier of TIERS.toReversed()) {
    const glob = tiers?.[tier].find((pattern) => matches(path, pattern))
    if (glob !== undefined) return { tier, why: `cmux.json says so of ${glob}` }
  }
  return undefined
}
