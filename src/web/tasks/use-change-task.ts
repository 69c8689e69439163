// Changes a task on the server. What became of it comes back over the stream; what is refused is said.
import { useCallback } from 'react'
import type { RouteRequest } from '../../protocol/routes.ts'
import type { TaskId } from '../../protocol/ids.ts'
import { useAct } from '../data/use-act.ts'

export type TaskChange = NonNullable<RouteRequest<'PATCH /api/tasks/:id'>['body']>

export type ChangeTask = (id: TaskId, change: TaskChange, onDone?: () => void) => void

export function useChangeTask(): ChangeTask {
  const { mutate } = useAct('PATCH /api/tasks/:id')
  return useCallback(
    (id, body, onDone) => mutate({ params: { id }, body }, { onSuccess: () => onDone?.() }),
    [mutate],
  )
}
