// The verbs about tasks.
import type { Verb } from '../verb.ts'

export const TASK_VERBS: readonly Verb[] = [
  {
    name: 'task add',
    args: '<title>',
    summary: 'add a task; the assigned agent gets it as a message',
    example: 'cmux task add "fix the build" --to anna --priority high',
    options: [
      ['--body <text>', 'description (- reads it from stdin)'],
      ['--to <name>', 'agent to assign it to'],
      ['--parent <id>', 'parent task'],
      ['--after <ids>', 'tasks that must be completed first, separated by commas'],
      ['--priority <word>', 'low, normal, high or urgent (default: normal)'],
      ['--project <name>', 'project (default: that of the parent or the agent, or the one of this folder)'],
    ],
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).addTask,
  },
  {
    name: 'task list',
    summary: 'list tasks with assignee and state',
    example: 'cmux task list --to anna',
    options: [
      ['--state <state>', 'only tasks in this state'],
      ['--to <name>', 'only tasks of this agent'],
      ['--project <name>', 'only tasks of this project'],
      ['--all', 'include closed tasks'],
    ],
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).listTasks,
  },
  {
    name: 'task show',
    args: '<id>',
    summary: 'show a task with its history and its children',
    example: 'cmux task show tsk_01m7f6011pb1te43hsdxm0kc49',
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).showTask,
  },
  {
    name: 'task assign',
    args: '<id> <name>',
    summary: 'assign a task to an agent; a failed or canceled task is reopened',
    example: 'cmux task assign tsk_01m7f6011pb1te43hsdxm0kc49 anna',
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).assignTask,
  },
  {
    name: 'task update',
    args: '<id>',
    summary: 'update the state or the result of a task',
    example:
      'cmux task update tsk_01m7f6011pb1te43hsdxm0kc49 --state completed --result "the build is green"',
    options: [
      [
        '--state <state>',
        'submitted, working, input-required, auth-required, completed, failed, canceled or rejected',
      ],
      ['--note <text>', 'a line for its history'],
      ['--result <text>', 'result (- reads it from stdin)'],
      ['--priority <word>', 'low, normal, high or urgent'],
    ],
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).updateTask,
  },
  {
    name: 'task cancel',
    args: '<id>',
    summary: 'cancel a task and its parts',
    example: 'cmux task cancel tsk_01m7f6011pb1te43hsdxm0kc49 --reason "no longer wanted"',
    options: [['--reason <text>', 'why']],
    revives: true,
    load: async () => (await import('../verbs/agents/task.ts')).cancelTask,
  },
]
