import { expect, test } from 'vitest'
import { makeTask } from '../../../test/fixtures/make-task.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { groupTasks } from './group-tasks.ts'

const day = (number: number) => `2026-01-0${number}T00:00:00.000Z` as Timestamp

const titles = (tasks: readonly { title: string }[]) => tasks.map(({ title }) => title)

test('[U4] every state has its column', () => {
  const states = [
    'submitted',
    'working',
    'input-required',
    'auth-required',
    'completed',
    'failed',
    'canceled',
    'rejected',
  ] as const
  const columns = groupTasks(states.map((state, seq) => makeTask({ seq, state, title: state })))
  expect(
    Object.fromEntries(Object.entries(columns).map(([id, tasks]) => [id, titles(tasks).toSorted()])),
  ).toEqual({
    todo: ['submitted'],
    working: ['working'],
    asking: ['auth-required', 'input-required'],
    done: ['completed'],
    ended: ['canceled', 'failed', 'rejected'],
  })
})

test('[U4] what is open stands by urgency and then by age, what is over by when it ended', () => {
  const { todo, done } = groupTasks([
    makeTask({ seq: 1, title: 'old' }),
    makeTask({ seq: 2, title: 'young' }),
    makeTask({ seq: 3, title: 'urgent', priority: 'urgent' }),
    makeTask({ seq: 4, title: 'low', priority: 'low' }),
    makeTask({ seq: 5, title: 'first', state: 'completed', updatedAt: day(1) }),
    makeTask({ seq: 6, title: 'last', state: 'completed', updatedAt: day(2) }),
  ])
  expect(titles(todo)).toEqual(['urgent', 'old', 'young', 'low'])
  expect(titles(done)).toEqual(['last', 'first'])
})

test('[U4] without tasks all columns are empty', () => {
  expect(groupTasks([])).toEqual({ todo: [], working: [], asking: [], done: [], ended: [] })
})
