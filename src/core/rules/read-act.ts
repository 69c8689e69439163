// What a kept rule can free: an act whose words, or whose place, say all of it. The same function names the act when the rule is
// kept and when a later use is judged, so both mean the same. Pure.
import { isInside } from '../../lib/join-path.ts'
import type { FreedAct, KeptRule } from '../../protocol/approvals/kept-rule.ts'
import { isPathEffect, type Effect, type PathKind, type PlainKind } from './effect.ts'

export interface Whereabouts {
  /** Where the path of the effect really leads; none when it is about no path, or nobody knows. */
  readonly paths: readonly string[]
  readonly workspace: string
}

/** `refusal`: why no rule can name it. */
export type ActReading = { readonly act: FreedAct } | { readonly refusal: string }

const no = (refusal: string): ActReading => ({ refusal })

/** Whose words say what they do. Not what shows secrets, ends processes or overwrites: that is seen each time. */
const NAMED: ReadonlySet<PlainKind> = new Set<PlainKind>([
  'project code',
  'code',
  'loopback',
  'registry',
  'own work',
  'network',
  'install',
  'push',
  'machine',
  'unknown program',
  'foreign tool',
])
/** What is deleted is seen each time. */
const REPEATED: ReadonlySet<PathKind> = new Set<PathKind>(['read', 'search', 'write', 'run'])

export function readAct(effect: Effect, whereabouts: Whereabouts): ActReading {
  const { part, words } = effect
  const known = words.filter((word) => word !== null)
  if (known.length < words.length) return no(`${part} has words that can be other ones next time`)
  return isPathEffect(effect)
    ? readPathAct(effect.kind, part, known, whereabouts)
    : readPlainAct(effect, known, whereabouts)
}

function readPathAct(
  kind: PathKind,
  part: string,
  words: string[],
  { paths, workspace }: Whereabouts,
): ActReading {
  const [path, ...more] = paths
  if (!REPEATED.has(kind)) return no(`${part} deletes something, and that is asked each time`)
  if (path === undefined || more.length > 0 || /[*?[]/.test(path))
    return no(`nobody can say before where ${part} leads`)
  const isOwn = isInside(path, workspace)
  const shown = isOwn ? `.${path.slice(workspace.length)}` : path
  return { act: { does: kind, words, path: shown, host: null } }
}

function readPlainAct(
  effect: Exclude<Effect, { readonly kind: PathKind }>,
  words: string[],
  { workspace }: Whereabouts,
): ActReading {
  const { kind, part, host, isAside, runs } = effect
  if (!NAMED.has(kind) || isAside)
    return no(`${part} is asked each time: its words don’t say all that it does`)
  if (!runs) {
    // A tool of another program, or one that fetches from a host.
    if (kind !== 'foreign tool' && host === null) return no(`nobody can say what ${part} does`)
    return { act: { does: kind, words: [], path: null, host } }
  }
  if (runs.isFed) return no(`${part} is given something to read that can be another thing next time`)
  const isAtHome = runs.folders.every((folder) => folder !== null && isInside(folder, workspace))
  if (!isAtHome) return no(`${part} does not surely run in the workspace`)
  return { act: { does: kind, words, path: null, host: null } }
}

/** The rule that frees this act. Rules of other tools and of other agents are not among them. */
export function findFreeing(
  kept: readonly KeptRule[],
  tool: string,
  effect: Effect,
  whereabouts: Whereabouts,
): KeptRule | undefined {
  if (kept.length === 0) return undefined
  const reading = readAct(effect, whereabouts)
  if ('refusal' in reading) return undefined
  const wanted = keyOf(reading.act)
  return kept.find((rule) => rule.tool === tool && rule.frees.some((act) => keyOf(act) === wanted))
}

function keyOf({ does, words, path, host }: FreedAct): string {
  return JSON.stringify([does, words, path, host])
}
