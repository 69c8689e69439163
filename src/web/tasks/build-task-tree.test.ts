import { expect, test } from 'vitest'
import { makeTask, taskId } from '../../../test/fixtures/make-task.ts'
import { buildTaskTree, type TaskNode } from './build-task-tree.ts'

type Shape = readonly [title: string, ...children: Shape[]]

const shapeOf = (nodes: readonly TaskNode[]): Shape[] =>
  nodes.map(({ task, children }) => [task.title, ...shapeOf(children)])

const build = (...rows: (readonly [seq: number, parent: number | null])[]) =>
  shapeOf(
    buildTaskTree(
      rows.map(([seq, parent]) =>
        makeTask({ seq, title: String(seq), parent: parent === null ? null : taskId(parent) }),
      ),
    ),
  )

test('[U4] parts stand under their whole, in order', () => {
  expect(build([3, 1], [1, null], [2, 1], [4, 3], [5, null])).toEqual([['1', ['2'], ['3', ['4']]], ['5']])
})

test('[U4] a task whose parent is not there stands at the top', () => {
  expect(build([2, 99], [3, 2])).toEqual([['2', ['3']]])
})

test('[U4] a circle is shown once, and so is a task that is its own parent', () => {
  expect(build([1, 2], [2, 1], [3, 3], [4, null])).toEqual([['4'], ['1', ['2']], ['3']])
})

test('[U4] a thousand levels are no trouble', () => {
  const rows = Array.from({ length: 1000 }, (_, seq) => [seq, seq === 0 ? null : seq - 1] as const)
  expect(build(...rows)).toHaveLength(1)
})
