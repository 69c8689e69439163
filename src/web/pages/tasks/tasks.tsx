// What is to be done, by whom, and how far it is.
import { useProject } from '../../frame/use-project.ts'
import { TaskLine } from '../../tasks/task-line.tsx'
import { useTasks } from '../../tasks/use-tasks.ts'

export function Tasks() {
  const [project] = useProject()
  const { data } = useTasks({ project })
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">Tasks</h1>
      <ul className="grid gap-2">
        {data?.items.map((task) => (
          <li key={task.id}>
            <TaskLine task={task} />
          </li>
        ))}
      </ul>
      {data?.isWhole === false && <p className="text-quiet">There are more.</p>}
    </>
  )
}
