// Says how far a task is.
import { z } from 'zod'
import { AgentName, TaskId } from '../../protocol/ids.ts'
import { TaskState } from '../../protocol/tasks/task.ts'
import { defineTool } from '../tool.ts'
import { describeTask } from './describe-task.ts'

export const updateTask = defineTool({
  name: 'update_task',
  description:
    'Say how far a task is: working when you begin, completed with a result when it is done, failed or rejected with a note why, input-required when you need an answer; or give it to another agent.',
  audience: 'everyone',
  isReading: false,
  input: z.strictObject({
    task: TaskId.describe('its id'),
    state: TaskState.optional(),
    note: z.string().optional().describe('a line for its history'),
    result: z.string().optional().describe('what came of it'),
    assignee: AgentName.optional().describe('give it to this agent'),
  }),
  async call(client, { task: id, ...change }) {
    const task = await client.call('PATCH /api/tasks/:id', { params: { id }, body: change })
    return `now: ${describeTask(task)}`
  },
})
