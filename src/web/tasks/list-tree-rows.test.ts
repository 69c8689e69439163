import { expect, test } from 'vitest'
import { makeTask, taskId } from '../../../test/fixtures/make-task.ts'
import { buildTaskTree } from './build-task-tree.ts'
import { decideTreeStep, listTreeRows } from './list-tree-rows.ts'

// 1 ▸ 2 ▸ 3, 4; and 5
const tree = buildTaskTree([
  makeTask({ seq: 1 }),
  makeTask({ seq: 2, parent: taskId(1) }),
  makeTask({ seq: 3, parent: taskId(2) }),
  makeTask({ seq: 4, parent: taskId(1) }),
  makeTask({ seq: 5 }),
])
const rows = listTreeRows(tree, new Set())
const seen = (closed: string[]) => listTreeRows(tree, new Set(closed)).map(({ task }) => task.seq)

test('[U4] what is closed hides what is under it', () => {
  expect(seen([])).toEqual([1, 2, 3, 4, 5])
  expect(seen([taskId(2)])).toEqual([1, 2, 4, 5])
  expect(seen([taskId(1)])).toEqual([1, 5])
  expect(rows.map(({ level, place, siblings }) => [level, place, siblings])).toEqual([
    [1, 1, 2],
    [2, 1, 2],
    [3, 1, 1],
    [2, 2, 2],
    [1, 2, 2],
  ])
})

test.each([
  ['ArrowDown', 0, { kind: 'go', to: 1 }],
  ['ArrowDown', 4, undefined],
  ['ArrowUp', 0, undefined],
  ['ArrowUp', 3, { kind: 'go', to: 2 }],
  ['Home', 3, { kind: 'go', to: 0 }],
  ['End', 0, { kind: 'go', to: 4 }],
  ['ArrowRight', 0, { kind: 'go', to: 1 }],
  ['ArrowRight', 4, undefined],
  ['ArrowLeft', 1, { kind: 'close', at: 1 }],
  ['ArrowLeft', 3, { kind: 'go', to: 0 }],
  ['ArrowLeft', 4, undefined],
  ['Enter', 2, { kind: 'show', at: 2 }],
  ['x', 2, undefined],
])('[U4] %s on line %i', (key, at, step) => {
  expect(decideTreeStep(key, rows, at)).toEqual(step)
})

test('[U4] the right arrow opens what is closed', () => {
  const closed = listTreeRows(tree, new Set([taskId(1)]))
  expect(decideTreeStep('ArrowRight', closed, 0)).toEqual({ kind: 'open', at: 0 })
})
