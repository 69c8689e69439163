import { expect, test } from 'vitest'
import type { TaskEntry } from '../../protocol/tasks/task.ts'
import { describeTaskEntries } from './describe-task-entries.ts'

const line = (actor: string, state: string, assignee: string | null, note: string | null) =>
  ({ at: '2026-01-01T00:00:00.000Z', actor, state, assignee, note }) as TaskEntry

test('[U4] each line says who changed what, and what was said', () => {
  const entries = describeTaskEntries([
    line('owner', 'submitted', null, 'added'),
    line('owner', 'submitted', 'ann', null),
    line('agent:ann', 'working', 'ann', 'I look at it'),
    line('agent:ann', 'working', 'ann', 'half way'),
    line('system', 'submitted', null, 'offered again: ann was stopped'),
    line('human:tok_1', 'submitted', null, null),
  ])
  expect(entries.map(({ who, what, note }) => [who, what, note])).toEqual([
    ['owner', 'added it', null],
    ['owner', 'assigned it to ann', null],
    ['ann', 'set it to “working”', 'I look at it'],
    ['ann', 'noted', 'half way'],
    ['cmux', 'unassigned it from ann and set it to “to do”', 'offered again: ann was stopped'],
    ['a person', 'changed it', null],
  ])
})
