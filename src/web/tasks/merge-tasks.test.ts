import { expect, test } from 'vitest'
import { makeTask } from '../../../test/fixtures/make-task.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import { mergeTasks } from './merge-tasks.ts'

test('[U4] a task that is in two lists for a moment is shown once, as it was last', () => {
  const before = makeTask({ seq: 1 })
  const after = makeTask({ seq: 1, state: 'completed', updatedAt: '2026-01-02T00:00:00.000Z' as Timestamp })
  const other = makeTask({ seq: 2 })
  expect(mergeTasks([before, other], [after])).toEqual([after, other])
  expect(mergeTasks([after], [before])).toEqual([after])
})
