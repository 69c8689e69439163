// Another task by its id: its line once it is known.
import type { TaskId } from '../../../protocol/ids.ts'
import { useRoute } from '../../data/use-route.ts'
import { TaskLine } from '../../tasks/task-line.tsx'

export function NamedTask({ id }: { readonly id: TaskId }) {
  const { data } = useRoute('GET /api/tasks/:id', { params: { id } })
  return data ? <TaskLine task={data} hidesAssignee /> : <code className="text-xs">{id}</code>
}
