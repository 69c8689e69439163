// Each rung of the ladder is needed: there is a fault that only this one heals, and without it the recovery ends elsewhere.
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import type { Effect, Recorded } from './effect.ts'
import type { Happening } from './happening.ts'
import { LIMITS, type Limits } from './limits.ts'
import { makeState, type Ledger, type Rung, type State } from './state.ts'

const GOOD: Ledger = {
  current: 'a',
  phase: 'good',
  triesLeft: 0,
  goodForMs: 0,
  good: ['a', 'b', 'c', 'd'],
  servedBefore: null,
  bad: [],
}
const TICK_MS = 100
const LONG_MS = 120_000

type Spawn = Extract<Effect, { do: 'spawn' }>
/** What becomes of a start; `silent` never says a word. */
type Fate = 'well' | 'crashes' | 'silent'

interface Story {
  readonly records: readonly Recorded[]
  readonly spawns: readonly (Spawn & { readonly atMs: number })[]
  readonly state: State
}

/** `a` leads and has answered; then it falls, and every start has the fate that is given. */
function recover(
  fate: (spawn: Spawn, count: number) => Fate,
  {
    without,
    limits = {},
  }: { readonly without?: (rung: Rung) => boolean; readonly limits?: Partial<Limits> } = {},
): Story {
  let state: State = {
    ...makeState(structuredClone(GOOD), { ...LIMITS, standby: false, ...limits }),
    children: [
      {
        id: 1,
        role: 'server',
        release: 'a',
        phase: 'leading',
        lead: 'told',
        sinceMs: 0,
        misses: 0,
        ended: '',
        doomed: null,
      },
    ],
    nextId: 2,
    leader: 1,
    goodProbes: 50,
  }
  const records: Recorded[] = []
  const spawns: (Spawn & { readonly atMs: number })[] = []
  const queue: Happening[] = [{ kind: 'exited', child: 1, how: 'exit status 1' }]
  const carryOut = (effect: Effect, nowMs: number) => {
    if (effect.do === 'record') records.push(effect.what)
    if (effect.do === 'examine') queue.push({ kind: 'examined', faults: [] })
    if (effect.do === 'signal') queue.push({ kind: 'exited', child: effect.child, how: effect.signal })
    if (effect.do === 'tell' && effect.word === 'lead') queue.push({ kind: 'leading', child: effect.child })
    if (effect.do === 'tell' && effect.word === 'listen')
      queue.push({ kind: 'listening', child: effect.child })
    if (effect.do === 'tell' && effect.word === 'drain') queue.push({ kind: 'yielded', child: effect.child })
    if (effect.do === 'probe') queue.push({ kind: 'answered', child: effect.child, well: true })
    if (effect.do !== 'spawn') return
    const count = spawns.push({ ...effect, atMs: nowMs })
    const fated = effect.role === 'safe' ? 'well' : fate(effect, count)
    if (fated === 'well') queue.push({ kind: 'loaded', child: effect.child })
    if (fated === 'crashes') queue.push({ kind: 'exited', child: effect.child, how: 'exit status 1' })
  }
  for (let nowMs = TICK_MS; nowMs < LONG_MS; nowMs += TICK_MS) {
    queue.push({ kind: 'ticked' })
    for (const next of queue.splice(0)) {
      const [after, effects] = decide(state, next, nowMs)
      state = after
      const { climb } = state
      if (climb && without) state.climb = { ...climb, rungs: climb.rungs.filter((rung) => !without(rung)) }
      for (const effect of effects) carryOut(effect, nowMs)
    }
  }
  return { records, spawns, state }
}

const healedBy = ({ records }: Story) =>
  records.flatMap((what) =>
    what.kind === 'recovered' ? [what.by] : what.kind === 'safe mode' ? ['safe mode'] : [],
  )[0]

const isRelease = (release: string) => (rung: Rung) => rung.kind === 'release' && rung.release === release
const isKind = (kind: Rung['kind']) => (rung: Rung) => rung.kind === kind
const only =
  (...well: string[]) =>
  ({ release }: Spawn): Fate =>
    well.includes(release) ? 'well' : 'crashes'

describe('[H6] [H2] the rung', () => {
  test.each([
    [
      'restart',
      (_: Spawn, count: number): Fate => (count === 1 ? 'well' : 'crashes'),
      isKind('restart'),
      'restart',
    ],
    ['clean', ({ clean }: Spawn): Fate => (clean ? 'well' : 'crashes'), isKind('clean'), 'restart clean'],
    ['release b', only('b'), isRelease('b'), 'release b'],
    ['release c, after two that crash in the same way', only('c'), isRelease('c'), 'release c'],
    ['release d, after three', only('d'), isRelease('d'), 'release d'],
    ['safe mode', only(), isKind('safe'), 'safe mode'],
  ] as const)('%s heals what no other one does, and is missed when it is taken away', (_, fate, rung, by) => {
    expect(healedBy(recover(fate))).toBe(by)
    const limits = { recoveryMs: LONG_MS }
    expect(healedBy(recover(fate, { without: rung, limits }))).not.toBe(by)
  })
})

const silent = (): Fate => 'silent'
const wellAtLast = ({ release }: Spawn, count: number): Fate =>
  release === 'd' && count > 3 ? 'well' : 'silent'

describe('[H3] a recovery in which nobody leads', () => {
  test('ends in safe mode after its limit, however many rungs are left, and releases are tried on from there', () => {
    const { spawns, records } = recover(silent)
    const safe = spawns.find(({ role }) => role === 'safe')
    expect(safe?.atMs).toBeGreaterThanOrEqual(LIMITS.recoveryMs)
    expect(safe?.atMs).toBeLessThan(LIMITS.recoveryMs + 3 * TICK_MS)
    expect(records.filter(({ kind }) => kind === 'safe mode')).toHaveLength(1)
    expect(
      spawns.filter(({ role, atMs }) => role === 'server' && atMs > LIMITS.recoveryMs).length,
    ).toBeGreaterThan(1)
  })

  test('ends sooner with a shorter limit, and what is tried from safe mode may still be the one that is well', () => {
    const story = recover(wellAtLast, { limits: { recoveryMs: 2000, readyMs: 3000, soakMs: 1000 } })
    expect(story.spawns.find(({ role }) => role === 'safe')?.atMs).toBeLessThan(3000)
    expect(story.state.children.find(({ id }) => id === story.state.leader)).toMatchObject({ release: 'd' })
  })
})
