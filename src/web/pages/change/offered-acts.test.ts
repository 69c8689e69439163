import { expect, test } from 'vitest'
import type { ChangeState } from '../../../protocol/changes/change.ts'
import { offeredActs } from './offered-acts.ts'

test.each<[ChangeState, readonly string[]]>([
  ['planned', ['execute', 'cancel']],
  ['checking', ['cancel']],
  ['restarting', ['cancel restart']],
  ['good', ['roll back']],
  // The main branch moves right now: nobody can stop it halfway.
  ['adopting', []],
  ['rolling_back', []],
  ['refused', []],
  ['rolled_back', []],
  ['canceled', []],
])('[I9] a change that is %s can be asked for %j', (state, acts) => {
  expect(offeredActs(state)).toEqual(acts)
})
