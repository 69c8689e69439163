// Every order in which a watchdog can hear of its children, each word also twice and also from the wrong one: no child is told to
// lead twice, and no server is told to lead while another may still write.
import { describe, expect, test } from 'vitest'
import { decide } from '../../src/watchdog/mind/decide.ts'
import type { Happening } from '../../src/watchdog/mind/happening.ts'
import { LIMITS } from '../../src/watchdog/mind/limits.ts'
import { makeState, ORPHAN, type Child, type Ledger, type State } from '../../src/watchdog/mind/state.ts'

const LEDGER: Ledger = {
  current: 'a',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 0,
  good: ['a', 'b'],
  servedBefore: null,
  bad: [],
}

/** Long enough for every limit of a child to be over. */
const LATE_MS = 60_000
/** A swap takes five words; that leaves room for one that comes twice, too early or from the wrong child. */
const WORDS_MAX = 6
/** Longer orders than these end no differently, and there are many more of them. */
const WORDS_OF_ENDINGS_MAX = 4
/** Longer than the waits of a recovery, and shorter than the limit after which a candidate that nobody tells to lead is given up. */
const ENDING_MAX_SEC = 10

/** What a bystander knows: who was ever told to lead, and who of them has neither yielded nor ended. */
interface Sight {
  readonly told: readonly number[]
  readonly leads: readonly number[]
}

interface Moment {
  readonly state: State
  readonly sight: Sight
  readonly nowMs: number
}

const BEGUN = { kind: 'begun', heirTo: null } as const
const RESTART = { kind: 'asked', what: 'restart' } as const
const UP: readonly Happening[] = [
  BEGUN,
  { kind: 'loaded', child: 1 },
  { kind: 'leading', child: 1 },
  { kind: 'ticked' },
  { kind: 'loaded', child: 2 },
]
const NO_STANDBY = { ...LIMITS, standby: false }

/** Its standby was told to lead, and is killed since the machine is at fault; it has not ended when a release is tried again. */
const SAFE_WITH_STRAGGLER: readonly Happening[] = [
  ...UP,
  { kind: 'exited', child: 1, how: 'signal SIGKILL' },
  { kind: 'examined', faults: ['The disk is full.'] },
  { kind: 'loaded', child: 3 },
  { kind: 'leading', child: 3 },
  { kind: 'ticked' },
  { kind: 'loaded', child: 4 },
]

const SITUATIONS = [
  ['a first start', LIMITS, [BEGUN]],
  ['a planned swap', LIMITS, [...UP, RESTART]],
  ['a planned swap without a standby', NO_STANDBY, [...UP, RESTART]],
  [
    'a planned swap from a server that was there before',
    LIMITS,
    [{ kind: 'begun', heirTo: { release: 'a' } }],
  ],
  ['leaving safe mode', NO_STANDBY, [{ kind: 'begun', heirTo: { release: '' } }, { kind: 'ticked' }]],
  ['leaving safe mode while a killed server is still there', LIMITS, SAFE_WITH_STRAGGLER],
  ['a crash with a standby', LIMITS, [...UP, { kind: 'exited', child: 1, how: 'signal SIGKILL' }]],
  [
    'a hang with a standby',
    LIMITS,
    [...UP, ...Array.from({ length: 3 }, () => ({ kind: 'missed', child: 1 }) as const)],
  ],
] as const satisfies readonly (readonly [string, typeof LIMITS, readonly Happening[]])[]

/** Everything that can be heard of the children, whether it is true or not; time that passes; a machine found at fault. */
function listHappenings({ children }: State): Happening[] {
  return [
    { kind: 'ticked' },
    { kind: 'examined', faults: ['The disk is full.'] },
    ...children.flatMap(({ id: child }): Happening[] => [
      { kind: 'loaded', child },
      { kind: 'answered', child, well: true },
      { kind: 'answered', child, well: false },
      { kind: 'listening', child },
      { kind: 'yielded', child },
      { kind: 'leading', child },
      { kind: 'exited', child, how: 'exit status 1' },
      { kind: 'exited', child, how: 'signal SIGKILL', by: 'killed' },
    ]),
  ]
}

function step(before: Moment, happening: Happening): Moment & { readonly faults: readonly string[] } {
  const nowMs = happening.kind === 'ticked' ? before.nowMs + LATE_MS : before.nowMs
  const [state, effects] = decide(before.state, happening, nowMs)
  let { told, leads } = before.sight
  const faults: string[] = []
  if (happening.kind === 'exited' || happening.kind === 'yielded')
    leads = leads.filter((child) => child !== happening.child)
  if (happening.kind === 'begun' && happening.heirTo) told = leads = [ORPHAN]
  for (const effect of effects) {
    if (effect.do !== 'tell' || effect.word !== 'lead') continue
    const child = state.children.find(({ id }) => id === effect.child)
    if (told.includes(effect.child)) faults.push(`${effect.child} is told to lead again`)
    // Safe mode writes nothing that a server writes.
    if (leads.length > 0 && child?.role === 'server')
      faults.push(`${effect.child} is told to lead while ${leads.join()} may write`)
    if (child?.doomed !== null) faults.push(`${effect.child} is told to lead while it is being ended`)
    told = [...told, effect.child]
    leads = [...leads, effect.child]
  }
  return { state, sight: { told, leads }, nowMs, faults }
}

/** Moments that differ only in the time are one: every wait has been longer than any limit, or none at all. */
function keyOf({ state, sight, nowMs }: Moment): string {
  const { limits: _, ...rest } = state
  const relative = (key: string, value: unknown) =>
    key.endsWith('Ms') && typeof value === 'number' ? value - nowMs : value
  return JSON.stringify([rest, sight], relative)
}

/** From now on each child does what it was told, and what is being ended ends. Whether one of them leads soon, for good. */
function endsWell({ state: first, sight, nowMs }: Moment): boolean {
  let state = first
  const happen = (happening: Happening, second: number) => {
    ;[state] = decide(state, happening, nowMs + second * 1000)
  }
  for (let second = 0; second < ENDING_MAX_SEC; second += 1) {
    const { leader: id, candidate, children } = state
    const leader = children.find((child) => child.id === id)
    if (leader?.lead === 'told' && leader.doomed === null && candidate === null) return true
    happen({ kind: 'ticked' }, second)
    for (const child of children) for (const happening of obey(state, sight, child)) happen(happening, second)
  }
  return false
}

function obey({ leader, candidate }: State, { told }: Sight, { id: child, ...is }: Child): Happening[] {
  // One that has led and yielded unasked goes.
  const isSpent = child === candidate && is.lead === 'yielded' && told.includes(child)
  if (is.doomed !== null || isSpent) return [{ kind: 'exited', child, how: 'signal SIGKILL' }]
  if (is.phase === 'starting') return [{ kind: 'loaded', child }]
  // It closed its listener when it yielded, so that nobody answers on the port.
  if (child === leader && is.lead === 'yielded') return [{ kind: 'missed', child }]
  if (child === leader) return candidate === null ? [] : [{ kind: 'yielded', child }]
  if (child !== candidate) return []
  if (is.lead === 'told') return [{ kind: 'leading', child }]
  return [
    { kind: 'answered', child, well: true },
    { kind: 'listening', child },
  ]
}

/** All moments that so many words lead to, and what went wrong on the way, with the words that led there. */
function explore(first: Moment): { readonly moments: number; readonly faults: readonly unknown[] } {
  const seen = new Set<string>()
  const faults: unknown[] = []
  let edge: (Moment & { readonly words: readonly string[] })[] = [{ ...first, words: [] }]
  for (let length = 1; length <= WORDS_MAX && faults.length === 0; length += 1) {
    const next: typeof edge = []
    for (const moment of edge)
      for (const happening of listHappenings(moment.state)) {
        const after = step(moment, happening)
        const words = [
          ...moment.words,
          `${happening.kind} ${'child' in happening ? happening.child : ''}`.trim(),
        ]
        if (after.faults.length > 0) faults.push({ words, faults: after.faults })
        const key = keyOf(after)
        if (seen.has(key)) continue
        seen.add(key)
        if (length <= WORDS_OF_ENDINGS_MAX && !endsWell(after))
          faults.push({ words, faults: ['nobody leads'] })
        next.push({ ...after, words })
      }
    edge = next
  }
  return { moments: seen.size, faults }
}

describe('every order of what is heard', () => {
  test.each(SITUATIONS)(
    '[P1] [P4] in %s: each child is told to lead once, one server at a time, and in the end one leads',
    (_, limits, story) => {
      const begin: Moment = {
        state: makeState(structuredClone(LEDGER), limits),
        sight: { told: [], leads: [] },
        nowMs: 0,
      }
      const first = story.reduce<Moment>((moment, happening) => step(moment, happening), begin)
      const { moments, faults } = explore(first)
      expect(faults).toEqual([])
      expect(moments).toBeGreaterThan(1000)
    },
  )
})
