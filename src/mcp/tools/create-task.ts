// Adds a task, once however often it has to be tried.
import { z } from 'zod'
import { AgentName, ProjectName, TaskId } from '../../protocol/ids.ts'
import { TASK_PRIORITIES } from '../../protocol/tasks/task-priorities.ts'
import { makeId } from '../make-id.ts'
import { defineTool } from '../tool.ts'
import { describeTask } from './describe-task.ts'

export const createTask = defineTool({
  name: 'create_task',
  description:
    'Write down a piece of work, and give it to an agent if you name one: it gets the task as a message once all tasks before it are completed. You are told the outcome.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    title: z.string().describe('one line'),
    body: z.string().optional().describe('what is to be done, and when it is done'),
    assignee: AgentName.optional().describe('an agent; leave it out to decide later'),
    project: ProjectName.optional().describe('leave it out for your own'),
    parent: TaskId.optional().describe('the task that it is a part of'),
    after: z.array(TaskId).optional().describe('tasks that must be completed before'),
    priority: z.enum(TASK_PRIORITIES).optional(),
  }),
  async call(client, wanted) {
    const task = await client.call('POST /api/tasks', {
      body: { id: TaskId.parse(makeId('tsk')), ...wanted },
    })
    return `added: ${describeTask(task)}`
  },
})
