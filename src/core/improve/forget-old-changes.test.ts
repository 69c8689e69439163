import { expect, test } from 'vitest'
import type { Change, ChangeState } from '../../protocol/changes/change.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { chooseForgotten } from './forget-old-changes.ts'

const change = (seq: number, project: string, state: ChangeState, updatedMs: number) =>
  ({ seq, project: project as ProjectName, state, updatedAt: timestampFromMs(updatedMs) }) as Change

test('[I3] checkpoints of what is over for long are taken away, but for the newest of each project', () => {
  const changes = [
    change(1, 'shop', 'good', 10),
    change(2, 'shop', 'soaking', 10),
    change(3, 'shop', 'refused', 200),
    change(4, 'shop', 'rolled_back', 20),
    change(5, 'shop', 'good', 30),
    change(6, 'site', 'good', 10),
  ]
  expect(chooseForgotten(changes, 100, 1).map(({ seq }) => seq)).toEqual([4, 1])
})
