// A machine that makes answers late: what is excused, what is not, and what is told of it.
import { expect, test } from 'vitest'
import { makeChild, makeMoment, NOW_MS } from '../../../test/fixtures/watchdog-moment.ts'
import { decide } from './decide.ts'
import type { Effect, Recorded } from './effect.ts'
import type { Happening } from './happening.ts'
import type { Child, State } from './state.ts'

const starting = (id: number) => makeChild(id, { phase: 'starting', sinceMs: NOW_MS })

interface Told {
  readonly afterMs: number
  readonly what: Recorded
}

/** A life from one moment on: each step says how much later what happens. */
function makeLife(change: Partial<State> = {}) {
  let state = makeMoment(change)
  let nowMs = NOW_MS
  const told: Told[] = []
  const signals: Effect[] = []
  const happen = (laterMs: number, happening: Happening) => {
    nowMs += laterMs
    const [after, effects] = decide(state, happening, nowMs)
    state = after
    for (const effect of effects) {
      if (effect.do === 'signal') signals.push(effect)
      if (effect.do === 'record') told.push({ afterMs: nowMs - NOW_MS, what: effect.what })
    }
  }
  const waitFor = (share: number, more: Partial<Extract<Happening, { kind: 'waited' }>> = {}) =>
    happen(1000, {
      kind: 'waited',
      child: 1,
      spanMs: 1000,
      ms: share * 1000,
      cause: 'disk',
      isStill: false,
      hasTurned: false,
      ...more,
    })
  return {
    happen,
    waitFor,
    miss: (child = 1) => happen(0, { kind: 'missed', child }),
    answer: (laterMs: number, child = 1) => happen(laterMs, { kind: 'answered', child, well: true }),
    told,
    signals,
    kinds: () => told.map(({ what }) => what.kind),
    child: (id: number): Child | undefined => state.children.find((child) => child.id === id),
    state: () => state,
  }
}

test('[Y2] a server that waits for the disk is never killed for late answers; it is told once, and once that it is over', () => {
  const life = makeLife()
  for (let second = 0; second < 600; second += 1) {
    life.waitFor(second % 2 ? 1 : 0.8, { hasTurned: second % 10 === 0 })
    life.miss()
  }
  for (let second = 0; second < 60; second += 1) life.answer(1000)
  expect(life.signals).toEqual([])
  expect(life.state()).toMatchObject({ leader: 1, slow: null })
  expect(life.told).toEqual([
    {
      afterMs: 1000,
      what: { kind: 'slow', release: 'a', part: 'server', cause: 'disk', delayMs: 1000 },
    },
    {
      afterMs: 630_000,
      what: {
        kind: 'slow over',
        release: 'a',
        part: 'server',
        cause: 'disk',
        worstMs: 600_000,
        lastedMs: 629_000,
      },
    },
  ])
})

test('[H1] [Y2] one that only stands still is killed after three misses, also on a machine that was slow before', () => {
  const life = makeLife()
  life.waitFor(1)
  life.miss()
  for (let probe = 0; probe < 2; probe += 1) life.happen(1000, { kind: 'missed', child: 1 })
  expect(life.signals).toEqual([])
  life.happen(1000, { kind: 'missed', child: 1 })
  expect(life.signals).toEqual([{ do: 'signal', child: 1, signal: 'SIGKILL' }])
  expect(life.child(1)).toMatchObject({ doomed: 'hung' })
})

test.each([
  ['with three quarters of the time', 0.25, 4],
  ['with half of the time', 0.5, 6],
  ['with a tenth of the time', 0.9, 30],
  ['with nearly all of the time, which is no slow machine', 0.24, 3],
])(
  '[H1] [Y2] one that hangs while it has a processor %s is killed when it has missed three answers of its own time',
  (_, waited, misses) => {
    const life = makeLife()
    let missed = 0
    while (life.signals.length === 0 && missed < 100) {
      life.waitFor(waited, { cause: 'processor' })
      life.miss()
      missed += 1
    }
    // Shares add up to whole misses, or to a hair less.
    expect(missed - misses).toBeLessThanOrEqual(1)
    expect(missed).toBeGreaterThanOrEqual(misses)
  },
)

test('[Y2] of which nothing moves for a minute is killed once, and the next one, which meets the same disk, is not', () => {
  const life = makeLife()
  const stand = (child: number, seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      life.waitFor(1, { child, isStill: true })
      life.miss(child)
    }
  }
  stand(1, 59)
  expect(life.signals).toEqual([])
  stand(1, 1)
  expect(life.signals).toEqual([{ do: 'signal', child: 1, signal: 'SIGKILL' }])
  life.happen(10, { kind: 'exited', child: 1, how: 'signal SIGKILL' })
  life.happen(10, { kind: 'leading', child: 2 })
  expect(life.state().leader).toBe(2)
  stand(2, 600)
  expect(life.signals).toHaveLength(1)
  expect(life.kinds().filter((kind) => kind === 'slow')).toHaveLength(1)
})

test('[Y2] one that moves a little every minute is not killed', () => {
  const life = makeLife()
  for (let second = 0; second < 600; second += 1) {
    life.waitFor(1, { isStill: second % 50 !== 0 })
    life.miss()
  }
  expect(life.signals).toEqual([])
})

test('[Y2] a start on a slow machine has its limit in its own time, and a start that waits for nothing has no more', () => {
  const slow = makeLife({ children: [starting(3)], leader: null, standby: null, candidate: 3 })
  for (let second = 0; second < 120; second += 1) {
    slow.waitFor(0.9, { child: 3, cause: 'processor' })
    slow.happen(0, { kind: 'ticked' })
  }
  expect(slow.signals).toEqual([])
  expect(slow.kinds()).toEqual(['slow'])
  for (let second = 0; second < 35; second += 1) {
    slow.waitFor(0.9, { child: 3, cause: 'processor' })
    slow.happen(0, { kind: 'ticked' })
  }
  expect(slow.child(3)).toMatchObject({ doomed: 'never ready' })

  const still = makeLife({ children: [starting(3)], leader: null, standby: null, candidate: 3 })
  still.happen(15_000, { kind: 'ticked' })
  expect(still.child(3)).toMatchObject({ doomed: 'never ready' })
})

test('[Y2] what a child waited in one phase is no excuse in the next', () => {
  const life = makeLife({
    children: [makeChild(3, { phase: 'starting', sinceMs: NOW_MS })],
    leader: null,
    standby: null,
    candidate: 3,
  })
  for (let second = 0; second < 30; second += 1) life.waitFor(1, { child: 3 })
  life.happen(0, { kind: 'loaded', child: 3 })
  expect(life.state().waits).toEqual({})
  life.happen(15_000, { kind: 'ticked' })
  expect(life.child(3)).toMatchObject({ doomed: 'never ready' })
})

test('[Y2] an old server that hands over may finish what the disk keeps it from', () => {
  const life = makeLife({
    children: [makeChild(1, { lead: 'draining' }), makeChild(3, { phase: 'listening', sinceMs: NOW_MS })],
    standby: null,
    candidate: 3,
  })
  for (let second = 0; second < 12; second += 1) {
    life.waitFor(1)
    life.happen(0, { kind: 'ticked' })
  }
  expect(life.signals).toEqual([])
  life.happen(11_000, { kind: 'ticked' })
  expect(life.signals).toContainEqual({ do: 'signal', child: 1, signal: 'SIGKILL' })
})

test('[H8] a server that says that it is unwell, and why, is in the record with these words', () => {
  const life = makeLife({ standby: null, children: [makeChild(1)] })
  for (let second = 0; second < 3; second += 1)
    life.happen(1000, { kind: 'answered', child: 1, well: false, why: 'store: the file is lost' })
  life.happen(10, { kind: 'exited', child: 1, how: 'signal SIGKILL' })
  expect(life.told).toMatchObject([
    {
      what: { kind: 'failed', cause: 'sick', ended: 'signal SIGKILL; it had said: store: the file is lost' },
    },
  ])
})
