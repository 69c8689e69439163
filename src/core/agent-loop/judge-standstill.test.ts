import { expect, test } from 'vitest'
import { judgeStandstill, limitsFor, MOVEMENT_TABLE, type Movement, type Rung } from './judge-standstill.ts'

const MOVEMENT_LIMITS = MOVEMENT_TABLE.supervisor
const NOW = 1_000_000
const still = (sec: number, change: Partial<Movement> = {}): Movement => ({
  isDue: true,
  lastMoveMs: NOW - sec * 1000,
  toolSinceMs: null,
  repeats: 0,
  isTurnOpen: true,
  done: { rung: 'none', atMs: 0 },
  ...change,
})
const after = (rung: Rung, sec: number) => ({ done: { rung, atMs: NOW - sec * 1000 } })

const SEC = 1000

test.each<[string, Movement, string, string | null]>([
  ['moves', still(5), 'none', null],
  ['stands still for almost a quarter of a minute', still(14.999), 'none', null],
  ['stands still for a quarter of a minute', still(15), 'look', 'frozen'],
  [
    'was looked at, and stands still for less than half a minute',
    still(29.9, after('look', 99)),
    'look',
    'frozen',
  ],
  ['stands still for half a minute', still(30, after('look', 15)), 'nudge', 'frozen'],
  ['was looked at a moment ago', still(9999, after('look', 14)), 'look', 'frozen'],
  ['has nothing to do, for long', still(9999, { isDue: false }), 'none', null],
  ['stands still for a minute', still(61, after('nudge', 30)), 'interrupt', 'frozen'],
  ['stands still for a minute and a half', still(91, after('interrupt', 30)), 'restart', 'frozen'],
  [
    'was nudged early, and stands still for less than a minute',
    still(59, after('nudge', 99)),
    'nudge',
    'frozen',
  ],
  ['was nudged early, and stands still for a minute', still(60, after('nudge', 99)), 'interrupt', 'frozen'],
  [
    'was interrupted early, and stands still for less than a minute and a half',
    still(89, after('interrupt', 99)),
    'interrupt',
    'frozen',
  ],
  [
    'was interrupted early, and stands still for a minute and a half',
    still(90, after('interrupt', 99)),
    'restart',
    'frozen',
  ],
  ['was nudged late, half a minute ago', still(9999, after('nudge', 30)), 'interrupt', 'frozen'],
  ['stood still for long before anybody looked', still(9999), 'look', 'frozen'],
  ['was nudged late, a moment ago', still(9999, after('nudge', 29)), 'nudge', 'frozen'],
  ['was interrupted late, a moment ago', still(9999, after('interrupt', 29)), 'interrupt', 'frozen'],
  ['was interrupted late, and that did not help', still(9999, after('interrupt', 30)), 'restart', 'frozen'],
  ['was restarted and stands still', still(9999, after('restart', 1)), 'restart', 'frozen'],
  ['was nudged, and moves', still(1, after('nudge', 2)), 'none', null],
  ['has work waiting and does not begin', still(31, { isTurnOpen: false }), 'look', 'silent'],
  ['runs a tool', still(300, { toolSinceMs: NOW - 300_000 }), 'none', null],
  ['runs a tool for almost as long as it may', still(600, { toolSinceMs: NOW - 599_999 }), 'none', null],
  ['runs a tool for as long as it may', still(600, { toolSinceMs: NOW - 600_000 }), 'look', 'frozen'],
  ['runs a tool beyond its limit', still(700, { toolSinceMs: NOW - 700_000 }), 'look', 'frozen'],
  ['does the same nine times', still(1, { repeats: 9 }), 'none', null],
  ['does the same nineteen times', still(1, { repeats: 19 }), 'interrupt', 'looping'],
  ['did the same ten times, and has nothing to do', still(1, { repeats: 10, isDue: false }), 'none', null],
  ['does the same ten times, and was silent for long', still(9999, { repeats: 10 }), 'interrupt', 'looping'],
  ['does the same ten times', still(1, { repeats: 10 }), 'interrupt', 'looping'],
  ['does the same twenty times', still(1, { repeats: 20 }), 'restart', 'looping'],
])('[H9] one that %s', (_, movement, rung, fault) => {
  const stillMs = fault === null || fault === 'looping' ? 0 : NOW - movement.lastMoveMs
  expect(judgeStandstill(movement, MOVEMENT_LIMITS, NOW)).toEqual({ rung, fault, stillMs })
})

test('[H9] one that has just been started has no tool that could excuse it', () => {
  const soon = 40 * SEC
  const movement = { ...still(0), lastMoveMs: soon - 31 * SEC, done: { rung: 'none', atMs: 0 } as const }
  expect(judgeStandstill(movement, MOVEMENT_LIMITS, soon)).toEqual({
    rung: 'look',
    fault: 'frozen',
    stillMs: 31 * SEC,
  })
})

test('[H9] it is found in less than a minute and a half', () => {
  expect(MOVEMENT_LIMITS).toEqual({
    lookMs: 15 * SEC,
    nudgeMs: 30 * SEC,
    interruptMs: 60 * SEC,
    restartMs: 90 * SEC,
    toolMs: 600 * SEC,
    repeatsMax: 10,
  })
})

test.each([
  ['a supervisor', { role: 'supervisor', runtime: 'claude' }, [15, 30, 60, 90], 10],
  ['a worker', { role: 'worker', runtime: 'claude' }, [120, 240, 480, 720], 30],
  ['a supervisor that shows no tokens', { role: 'supervisor', runtime: 'codex' }, [45, 90, 180, 270], 10],
] as const)('[L2] %s has limits of its own', (_, who, steps, repeatsMax) => {
  const { lookMs, nudgeMs, interruptMs, restartMs, ...rest } = limitsFor(who, MOVEMENT_TABLE)
  expect([lookMs, nudgeMs, interruptMs, restartMs]).toEqual(steps.map((sec) => sec * SEC))
  expect(rest).toEqual({ toolMs: 600 * SEC, repeatsMax })
})
