// From the policy, what a tool would do and where its paths really lead to a verdict. Pure. The strictest part decides.
import { normalizePath } from '../../lib/join-path.ts'
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { KeptRuleId } from '../../protocol/ids.ts'
import type { KeptRule } from '../../protocol/approvals/kept-rule.ts'
import type { JudgedPart, JudgedUse, Policy } from '../../protocol/policy.ts'
import { isPathEffect, type Effect, type PathEffect } from './effect.ts'
import { findFreeing } from './read-act.ts'
import { isAskedAtPush } from './is-asked-at-push.ts'
import { stricter, type Judgement } from './judgement.ts'
import { matchRule } from './match-rule.ts'
import { judgePlace, judgeUnknown, weigh } from './judge-place.ts'
import { holdsSecrets, placeOf, type Grounds, type Place } from './place.ts'
import { judgePlain } from './judge-plain.ts'
import type { ToolUse } from './tool-judge.ts'

export interface Facts {
  readonly grounds: Grounds
  /** Where a path leads, links followed; every path of `listPaths` is in there. */
  readonly realPaths: ReadonlyMap<string, string>
  /** Where cmux answers on loopback, inside of a sandbox, too; null when that is not known. */
  readonly cmuxPort: number | null
  /** What the workspace pushes to is cmux, which asks a person itself. */
  readonly pushesToCmux: boolean
  /** Rules that people kept for this agent and its project. */
  readonly kept: readonly KeptRule[]
}

const REASON_MAX_CHARS = 1000

/** As they stand, and with `..` taken back as text: a shell's `cd` does the one, the system the other. */
export function listPaths(effects: readonly Effect[]): string[] {
  return [...new Set(effects.flatMap((effect) => (isPathEffect(effect) ? variantsOf(effect) : [])))]
}

export function judgeToolUse(
  policy: Policy,
  use: ToolUse,
  effects: readonly Effect[],
  facts: Facts,
): JudgedUse {
  const judged = judgeEach(policy, use, effects, facts).map((each) => each.judged)
  const [first, ...rest] = judged
  if (!first) return { decided: true, verdict: 'allow', risk: 'low', reason: 'does nothing', parts: [] }
  const { verdict, risk, part, says } = rest.reduce(weightier, first)
  const decided = verdict !== 'allow' || judged.every(({ isLeft }) => isLeft !== true)
  const reason = part === use.tool ? `${part} ${says}` : `${part}: ${says}`
  // The reason is kept with the answer to the hook; a command may hold a secret.
  const told = redactSecrets(reason).slice(0, REASON_MAX_CHARS)
  return { decided, verdict, risk, reason: told, parts: joinParts(judged) }
}

export function judgeEach(policy: Policy, use: ToolUse, effects: readonly Effect[], facts: Facts) {
  return effects.map((effect) => ({ effect, judged: judgeEffect(policy, use, effect, facts) }))
}

/** The stricter of two; of equals the one that does something, so that nobody reads "changes nothing" of a command that does. */
function weightier(a: Judged, b: Judged): Judged {
  const isEqual = a.verdict === b.verdict && a.risk === b.risk && a.isFirm === b.isFirm
  return isEqual && a.isIdle && !b.isIdle ? b : stricter(a, b)
}

interface Judged extends Judgement {
  /** Left to the agent's own program. */
  readonly isLeft?: true
  readonly part: string
  readonly rule: number | null
  /** The kept rule that frees it. */
  readonly kept?: KeptRuleId
  /** It only looks. */
  readonly isIdle: boolean
}

function judgeEffect(policy: Policy, use: ToolUse, effect: Effect, facts: Facts): Judged {
  const { part } = effect
  const paths = isPathEffect(effect) ? realPathsOf(effect, facts) : []
  const isIdle = READING.has(effect.kind)
  const own = { ...withDefaults(policy, effect, judgeByItself(use, effect, facts)), part, rule: null, isIdle }
  if (own.isFirm) return own
  const matter = { use, effect, paths, workspace: facts.grounds.workspace }
  const spoken = policy.rules.flatMap((rule, index): Judged[] => {
    if (!matchRule(rule, matter)) return []
    const says = rule.why ?? `rule ${index + 1} of the policy says ${rule.verdict}`
    const risk = rule.verdict === 'allow' ? 'low' : own.risk === 'low' ? 'medium' : own.risk
    return [{ part, rule: index + 1, verdict: rule.verdict, risk, says, isFirm: false, isIdle }]
  })
  const [first, ...more] = spoken
  // The file of a person is stronger than what they answered once.
  if (first) return more.reduce(stricter, first)
  if (own.verdict !== 'ask') return own
  const kept = findFreeing(facts.kept, use.tool, effect, { paths, workspace: facts.grounds.workspace })
  if (!kept) return own
  const says = `a person allows it for good (${kept.id})`
  return { part, rule: null, kept: kept.id, verdict: 'allow', risk: 'low', says, isFirm: false, isIdle }
}

const ASKED_AT_PUSH: Judgement = {
  verdict: 'allow',
  risk: 'low',
  says: 'is asked about when it pushes, with the very commits',
  isFirm: false,
}

function judgeByItself(use: ToolUse, effect: Effect, facts: Facts): Judgement {
  if (!isPathEffect(effect)) {
    if (use.confined && facts.pushesToCmux && isAskedAtPush(effect, facts.grounds.workspace))
      return ASKED_AT_PUSH
    const isOwnServer = effect.kind !== 'loopback' || effect.port !== facts.cmuxPort
    return judgePlain(isOwnServer ? effect.kind : 'network', effect.note, use)
  }
  const { kind, mention } = effect
  if (mention.paths.length === 0) return judgeUnknown(kind, mention.source, use.confined)
  const judgements = variantsOf(effect).map((path) => judgePath(use, effect, path, facts))
  return judgements.reduce(stricter)
}

/** Of a process, or of a stream, our own view says nothing of the agent's. */
const BY_NAME: ReadonlySet<Place> = new Set<Place>(['stream', 'wire', 'process'])

function judgePath(
  use: ToolUse,
  { kind, mention }: PathEffect,
  path: string,
  { grounds, realPaths }: Facts,
): Judgement {
  const named = placeOf(normalizePath(path), grounds)
  const real = realPaths.get(path) ?? normalizePath(path)
  const whole = mention.pattern === null ? real : `${real === '/' ? '' : real}/${mention.pattern}`
  const place = BY_NAME.has(named) ? named : placeOf(whole, grounds)
  const judged = judgePlace(kind, place, mention.source, use.confined)
  if (kind !== 'search' || !holdsSecrets(real, grounds)) return judged
  return stricter(
    judged,
    weigh('careful', `looks through ${mention.source}, where secrets are kept`, use.confined),
  )
}

export function realPathsOf(effect: PathEffect, { realPaths }: Facts): string[] {
  const suffix = effect.mention.pattern === null ? '' : `/${effect.mention.pattern}`
  return [
    ...new Set(variantsOf(effect).map((path) => `${realPaths.get(path) ?? normalizePath(path)}${suffix}`)),
  ]
}

function variantsOf({ mention }: PathEffect): string[] {
  return [...new Set(mention.paths.flatMap((path) => [path, normalizePath(path)]))]
}

const READING: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>(['plain', 'question', 'read', 'search'])

function withDefaults(
  { defaults }: Policy,
  effect: Effect,
  judged: Judgement,
): Omit<Judged, 'part' | 'rule' | 'isIdle'> {
  if (defaults === 'off' && !judged.isFirm)
    return { verdict: 'allow', risk: 'low', says: 'no rule speaks', isFirm: false, isLeft: true }
  if (defaults === 'strict' && judged.verdict === 'allow' && !READING.has(effect.kind))
    return {
      ...judged,
      verdict: 'ask',
      risk: 'medium',
      says: `${judged.says}; everything but reading is asked`,
    }
  if (defaults === 'trusting' && judged.verdict === 'ask' && judged.risk === 'medium')
    return { ...judged, verdict: 'allow' }
  return effect.kind === 'question' ? { ...judged, isLeft: true } : judged
}

/** One line a command, by the strictest that is said of it. */
function joinParts(judged: readonly Judged[]): JudgedPart[] {
  const parts = new Map<string, Judged>()
  for (const item of judged) {
    const before = parts.get(item.part)
    parts.set(item.part, before ? weightier(before, item) : item)
  }
  return [...parts.values()].map(describePart)
}

function describePart({ part, verdict, risk, says, rule, kept }: Judged): JudgedPart {
  const told = { part, verdict, risk, reason: says, rule }
  return kept === undefined ? told : { ...told, kept }
}
