// How careful one has to be with each file of a change. Pure: names, modes and links as git has them, and the rows below.
import type { Tier } from '../../protocol/change.ts'
import { TIERS } from '../../protocol/change.ts'
import type { ProjectFile } from '../../protocol/project-file.ts'
import type { FileChange } from '../../protocol/work-diff.ts'
import { TIER_ROWS, type TierRow } from './tier-rows.ts'

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
  /** The project is cmux itself. */
  readonly isCmux: boolean
  readonly matches: (path: string, glob: string) => boolean
}

export interface Judged {
  readonly tier: Tier
  readonly why: string
}

const LINK = '120000'
const SUBMODULE = '160000'
const PROGRAM = '100755'

/** The strictest word about it. What a project calls safe lowers a built-in "care", and never a "forbidden". */
export function judgeTier(file: FileFacts, rules: TierRules): Judged {
  const stated = findStated(file.path, rules)
  const builtIn = [...judgeKind(file), ...judgeName(file.path, rules)].filter(
    ({ tier }) => !(tier === 'care' && stated?.tier === 'safe'),
  )
  const words = stated ? [...builtIn, stated] : builtIn
  return words.reduce(stricter, { tier: 'safe', why: 'nothing says that it needs care' })
}

/** Of the same strictness the first one stays. */
function stricter(one: Judged, other: Judged): Judged {
  return TIERS.indexOf(other.tier) > TIERS.indexOf(one.tier) ? other : one
}

export function strictest(tiers: readonly Tier[]): Tier {
  return TIERS.findLast((tier) => tiers.includes(tier)) ?? 'safe'
}

/** What it is, whatever it is called. */
function judgeKind({ oldMode, newMode, linkTarget = '' }: FileFacts): Judged[] {
  if (newMode === SUBMODULE || oldMode === SUBMODULE)
    return [{ tier: 'forbidden', why: 'another repository is brought in or changed' }]
  if (newMode === LINK && leadsOut(linkTarget))
    return [{ tier: 'forbidden', why: `a link that leads out of the project: ${linkTarget}` }]
  if (newMode === LINK) return [{ tier: 'care', why: 'a link to another file' }]
  if (newMode === PROGRAM && oldMode !== PROGRAM)
    return [{ tier: 'care', why: 'it becomes a program that can be run' }]
  return []
}

/** Relative links are not followed here: each of them that goes up is looked at by a person. */
function leadsOut(target: string): boolean {
  return target === '' || target.startsWith('/') || target.split('/').includes('..')
}

function judgeName(path: string, { isCmux, matches }: TierRules): Judged[] {
  return TIER_ROWS.filter(({ only }) => only !== 'cmux' || isCmux).flatMap((row: TierRow) =>
    row.globs.some((glob) => matches(path, glob)) ? [{ tier: row.tier, why: row.why }] : [],
  )
}

function findStated(path: string, { tiers, matches }: TierRules): Judged | undefined {
  for (const tier of TIERS.toReversed()) {
    const glob = tiers?.[tier].find((pattern) => matches(path, pattern))
    if (glob !== undefined) return { tier, why: `cmux.json says so of ${glob}` }
  }
  return undefined
}
