import { expect, test } from 'vitest'
import { judgeMovement, MOVEMENT_LIMITS, type Movement, type Rung } from './judge-movement.ts'

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

test.each<[string, Movement, string, string | null]>([
  ['moves', still(5), 'none', null],
  ['has nothing to do, for long', still(9999, { isDue: false }), 'none', null],
  ['stands still for half a minute', still(31), 'nudge', 'frozen'],
  ['stands still for a minute', still(61, after('nudge', 30)), 'interrupt', 'frozen'],
  ['stands still for a minute and a half', still(91, after('interrupt', 30)), 'restart', 'frozen'],
  ['stood still for long before anybody looked', still(9999), 'nudge', 'frozen'],
  ['was nudged late, a moment ago', still(9999, after('nudge', 29)), 'nudge', 'frozen'],
  ['was interrupted late, a moment ago', still(9999, after('interrupt', 29)), 'interrupt', 'frozen'],
  ['was interrupted late, and that did not help', still(9999, after('interrupt', 30)), 'restart', 'frozen'],
  ['was restarted and stands still', still(9999, after('restart', 1)), 'restart', 'frozen'],
  ['was nudged, and moves', still(1, after('nudge', 2)), 'none', null],
  ['has work waiting and does not begin', still(31, { isTurnOpen: false }), 'nudge', 'silent'],
  ['runs a tool', still(300, { toolSinceMs: NOW - 300_000 }), 'none', null],
  ['runs a tool beyond its limit', still(700, { toolSinceMs: NOW - 700_000 }), 'nudge', 'frozen'],
  ['does the same ten times', still(1, { repeats: 10 }), 'interrupt', 'looping'],
  ['does the same twenty times', still(1, { repeats: 20 }), 'restart', 'looping'],
])('[H9] one that %s', (_, movement, rung, fault) => {
  expect(judgeMovement(movement, MOVEMENT_LIMITS, NOW)).toMatchObject({ rung, fault })
})
