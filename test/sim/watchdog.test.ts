// Ten thousand lives of the watchdog against a world that lies to it.
import { expect, test } from 'vitest'
import { sampleRows } from '../fixtures/sample-rows.ts'
import { makeRandom, type Random } from './random.ts'
import { makeWorld, type Nature } from './watchdog-world.ts'

const SEEDS = 10_000
const LIVES = sampleRows(
  'lives of the watchdog',
  Array.from({ length: SEEDS }, (_, index) => index + 1),
  { count: 2500 },
)
const MINUTE = 60_000

const SOUND: Nature = { crashesAtStart: 0, hangsAtStart: 0, fallsAfterMs: Number.POSITIVE_INFINITY }
const NATURES: readonly Nature[] = [
  SOUND,
  { ...SOUND, crashesAtStart: 1 },
  { ...SOUND, hangsAtStart: 1 },
  { ...SOUND, crashesAtStart: 0.5 },
  { ...SOUND, fallsAfterMs: 20_000 },
  { ...SOUND, fallsAfterMs: 5 * MINUTE },
]

/** The first release of a home, in a world in which nothing breaks but releases and the watchdog. */
const FIRST = {
  current: 'new',
  phase: 'trying',
  triesLeft: 3,
  goodForMs: 0,
  servedBefore: null,
} as const
const PEACE = { environmentMs: [0, 0], killChance: 0, calmAfterMs: 6 * MINUTE } as const

interface Fate {
  readonly good: readonly string[]
  readonly natures: Readonly<Record<string, Nature>>
}

function drawFate(random: Random): Fate {
  const good = ['g1', 'g2', 'g3'].slice(0, random.between(0, 4))
  const names = ['new', 'promoted', ...good]
  return { good, natures: Object.fromEntries(names.map((name) => [name, random.pick(NATURES)])) }
}

/** Six minutes in which anything may break, then six of calm: natures stay as they are, but nothing new comes from outside. */
function live(random: Random, { good, natures } = drawFate(random), outsiders = random.chance(0.3)) {
  const isNew = good.length === 0 || random.chance(0.5)
  const current = isNew ? 'new' : (good[0] ?? 'new')
  const phase = isNew ? 'trying' : 'good'
  const ledger = {
    current,
    phase,
    triesLeft: isNew ? 3 : 0,
    goodForMs: random.between(0, 20 * MINUTE),
    good,
    servedBefore: null,
    bad: [],
  } as const
  const breaksAt = random.between(0, 5 * MINUTE)
  const environmentMs = random.chance(0.3)
    ? ([breaksAt, breaksAt + random.between(1000, 5 * MINUTE)] as const)
    : ([0, 0] as const)
  const slowAt = random.between(0, 5 * MINUTE)
  const slowSpan = random.chance(0.3)
    ? ([slowAt, slowAt + random.between(1000, 3 * MINUTE)] as const)
    : ([0, 0] as const)
  const world = makeWorld(random, { ...ledger, good: [...good], bad: [] }, natures, {
    environmentMs,
    killChance: random.chance(0.5) ? 0.01 : 0,
    outsideKills: { chance: outsiders ? 0.1 : 0, of: 'any' },
    calmAfterMs: 6 * MINUTE,
    slowMs: slowSpan,
  })
  for (let minute = 1; minute <= 6; minute += 1) {
    world.run(minute * MINUTE)
    if (random.chance(0.1)) world.ask({ kind: 'asked', what: 'restart' })
    if (random.chance(0.05)) world.ask({ kind: 'asked', what: 'rollback' })
    if (random.chance(0.05)) world.ask({ kind: 'asked', what: 'promote', release: 'promoted' })
  }
  world.run(12 * MINUTE)
  return { world, good }
}

/** A release that falls every few seconds is down while its fall is being noticed; nothing else may keep the port silent. */
const AVAILABILITY_MIN = 0.4

test(`[P4] [P5] [P8] ${LIVES.length} of ${SEEDS} lives: somebody answers, one writes, nobody leads twice, starts are bounded, the last good release is kept, no sound one is blamed`, () => {
  const failures: unknown[] = []
  for (const seed of LIVES) {
    if (failures.length >= 5) break
    const { world, good } = live(makeRandom(seed))
    const problems = [...new Set(world.problems)]
    const availability = world.availabilitySince(9 * MINUTE)
    if (availability < AVAILABILITY_MIN) problems.push(`answered in ${availability} of the last minutes`)
    // A life has 12 minutes: even a world that flaps all the time gets a start a second at the most.
    if (world.spawns() > 12 * 60) problems.push(`${world.spawns()} starts`)
    if (good.length > 0 && world.state().ledger.good.length === 0) problems.push('no good release is left')
    if (problems.length > 0) failures.push({ seed, problems })
  }
  expect(failures).toEqual([])
})

test('[P4] [H2] a sound first release serves again when what was promoted in its first minute never holds', () => {
  const failures: unknown[] = []
  for (let seed = 1; seed <= SEEDS / 10 && failures.length < 5; seed += 1) {
    const random = makeRandom(seed)
    const promoted = random.pick([
      { ...SOUND, crashesAtStart: 0.5, fallsAfterMs: 10_000 },
      { ...SOUND, fallsAfterMs: 20_000 },
    ])
    const ledger = { ...FIRST, good: [], bad: [] }
    const world = makeWorld(
      random,
      ledger,
      { new: SOUND, promoted },
      { ...PEACE, killChance: seed % 2 && 0.01 },
    )
    world.run(random.between(10_000, 50_000))
    world.ask({ kind: 'asked', what: 'promote', release: 'promoted' })
    world.run(12 * MINUTE)
    const { current, phase } = world.state().ledger
    const safe = world.records.filter(({ kind }) => kind === 'safe mode')
    if (current !== 'new' || phase !== 'good' || safe.length > 0)
      failures.push({ seed, current, phase, safe, records: world.records })
  }
  expect(failures).toEqual([])
})

test('[P4] once the world is calm, a sound release that was good before serves all the time', () => {
  const failures: unknown[] = []
  for (let seed = 1; seed <= SEEDS / 10 && failures.length < 5; seed += 1) {
    const natures = { sound: SOUND, older: SOUND, new: SOUND, promoted: SOUND }
    const { world } = live(makeRandom(seed), { good: ['sound', 'older'], natures }, false)
    const availability = world.availabilitySince(9 * MINUTE)
    if (availability < 1) failures.push({ seed, availability, records: world.records.slice(-5) })
  }
  expect(failures).toEqual([])
})

test('[L7] [P4] a sound release that outsiders kill every few seconds goes on: no safe mode, no other release, nothing bad', () => {
  const failures: unknown[] = []
  for (let seed = 1; seed <= SEEDS / 10 && failures.length < 5; seed += 1) {
    const random = makeRandom(seed)
    const isNew = random.chance(0.5)
    const ledger = isNew
      ? { ...FIRST, good: ['old'], bad: [] }
      : { ...FIRST, phase: 'good' as const, triesLeft: 0, good: ['new', 'old'], bad: [] }
    const natures = { new: SOUND, old: SOUND }
    const world = makeWorld(random, ledger, natures, {
      ...PEACE,
      outsideKills: { chance: 0.25, of: 'leader' },
    })
    world.run(12 * MINUTE)
    const { current, bad } = world.state().ledger
    const wrong = world.records.filter(({ kind }) => ['safe mode', 'bad', 'swapped'].includes(kind))
    if (current !== 'new' || bad.length > 0 || wrong.length > 0 || world.problems.length > 0)
      failures.push({ seed, current, bad, wrong, problems: world.problems })
  }
  expect(failures).toEqual([])
})

test('[Y2] a sound release on a slow machine goes on: nobody is killed, nothing is called bad, and each slow time is told once', () => {
  const failures: unknown[] = []
  for (let seed = 1; seed <= SEEDS / 10 && failures.length < 5; seed += 1) {
    const random = makeRandom(seed)
    const ledger = { ...FIRST, good: ['old'], bad: [] }
    const fromMs = random.between(1000, 3 * MINUTE)
    const world = makeWorld(
      random,
      ledger,
      { new: SOUND, old: SOUND },
      {
        ...PEACE,
        slowMs: [fromMs, fromMs + random.between(20_000, 8 * MINUTE)],
      },
    )
    world.run(12 * MINUTE)
    const kinds = world.records.map(({ kind }) => kind)
    const wrong = kinds.filter((kind) => ['failed', 'safe mode', 'bad', 'swapped'].includes(kind))
    const slow = kinds.filter((kind) => kind.startsWith('slow')).join()
    if (wrong.length > 0 || slow !== 'slow,slow over' || world.problems.length > 0)
      failures.push({ seed, wrong, slow, problems: world.problems })
  }
  expect(failures).toEqual([])
})
