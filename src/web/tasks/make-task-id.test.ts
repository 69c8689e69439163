import { expect, test } from 'vitest'
import { TaskId } from '../../protocol/ids.ts'
import { makeTaskId } from './make-task-id.ts'

test('[U4] an id is one that the server takes, later ones sort behind earlier ones, and none comes twice', () => {
  const now = Date.UTC(2026, 0, 1)
  const ids = [makeTaskId(now), makeTaskId(now + 1), makeTaskId(now + 40_000)]
  for (const id of ids) expect(TaskId.safeParse(id).success).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(makeTaskId(now)).not.toBe(makeTaskId(now))
})
