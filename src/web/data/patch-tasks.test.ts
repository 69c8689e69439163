import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { makeTask, taskId } from '../../../test/fixtures/make-task.ts'
import type { Event } from '../../protocol/event.ts'
import { patchTasks } from './patch-tasks.ts'

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z` as Event['at']
const event = (type: string, second: number, data: Record<string, unknown>): Event => ({
  seq: second,
  type,
  at: at(second),
  actor: 'owner',
  data: { id: taskId(1), ...data },
})

function show(...events: Event[]): unknown[] {
  const queries = new QueryClient()
  const key = ['GET /api/tasks', {}]
  queries.setQueryData(key, { items: [makeTask({ seq: 1, updatedAt: at(2) }), makeTask({ seq: 2 })] })
  patchTasks(queries, events)
  const { items } = queries.getQueryData<{ items: ReturnType<typeof makeTask>[] }>(key) ?? { items: [] }
  return items.map(({ state, assignee }) => [state, assignee])
}

test('[U4] an assignment and a move are shown before the list is read again', () => {
  expect(
    show(
      event('task.assigned', 3, { assignee: 'ann' }),
      event('task.moved', 4, { assignee: 'ann', to: 'working' }),
    ),
  ).toEqual([
    ['working', 'ann'],
    ['submitted', null],
  ])
})

test('[U4] what the list knows better is left as it is', () => {
  const old = event('task.moved', 1, { assignee: 'ann', to: 'working' })
  expect(show(old, event('task.noted', 3, { note: 'hm' }))).toEqual([
    ['submitted', null],
    ['submitted', null],
  ])
})
