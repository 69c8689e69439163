// The buttons of the dashboard and the server's table of moves say the same.
import { expect, test } from 'vitest'
import { listMoves } from '../../src/core/tasks/decide-task-move.ts'
import { TaskState } from '../../src/protocol/tasks/task.ts'
import { listTaskMoves } from '../../src/web/tasks/list-task-moves.ts'

test.each(TaskState.options)('[U4] a person is offered what the server allows from %s', (state) => {
  const offered = listTaskMoves(state).map(({ to }) => to)
  expect(offered.toSorted()).toEqual(listMoves(state, new Set(['person'])).toSorted())
})
