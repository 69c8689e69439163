// The rows of the route table that are about tasks.
import { z } from 'zod'
import { TaskId } from '../ids.ts'
import { pageOf } from '../page.ts'
import { AddTask, Task, TasksQuery, TaskView, UpdateTask } from './task.ts'

const READERS = ['owner', 'human', 'observer', 'agent'] as const
/** What an agent may change of a task is decided with the task at hand. */
const WRITERS = ['owner', 'human', 'agent'] as const

/** Body and result may be six times as long in JSON. */
const TASK_MAX_BYTES = 4 * 1024 * 1024

const OneTask = z.strictObject({ id: TaskId })

export const TASK_ROUTES = {
  'GET /api/tasks': {
    summary:
      'Tasks, oldest first, or with `newest` those that changed last; bodies and results are cut to their beginning',
    access: READERS,
    query: TasksQuery,
    answer: pageOf(Task),
  },
  'POST /api/tasks': {
    summary: 'Adds a task; its assignee gets it as mail when all that it waits for is completed',
    access: WRITERS,
    body: AddTask,
    bodyMaxBytes: TASK_MAX_BYTES,
    answer: TaskView,
    status: 201,
  },
  'GET /api/tasks/:id': {
    summary: 'One task whole, with its history and its children',
    access: READERS,
    params: OneTask,
    answer: TaskView,
  },
  'PATCH /api/tasks/:id': {
    summary:
      'Assigns a task, moves it, or adds to its history; a late report is kept and never undoes anything',
    access: WRITERS,
    late: true,
    params: OneTask,
    body: UpdateTask,
    bodyMaxBytes: TASK_MAX_BYTES,
    answer: TaskView,
  },
} as const
