import { expect, test } from 'vitest'
import { decideMainBranch } from './decide-main-branch.ts'

test.each([
  ['what the remote says', { originHead: 'trunk', existing: ['main', 'trunk'], current: 'main' }, 'trunk'],
  ['main when the remote’s is not here', { originHead: 'trunk', existing: ['main'], current: 'x' }, 'main'],
  ['main before master', { originHead: null, existing: ['master', 'main'], current: 'master' }, 'main'],
  ['master', { originHead: null, existing: ['master', 'x'], current: 'x' }, 'master'],
  ['where the owner stands', { originHead: null, existing: ['x', 'y'], current: 'y' }, 'y'],
  ['nothing without a commit', { originHead: null, existing: [], current: 'main' }, undefined],
  ['nothing without any of them', { originHead: null, existing: ['x'], current: null }, undefined],
])('the main branch is %s', (_, facts, expected) => {
  expect(decideMainBranch(facts)).toBe(expected)
})
