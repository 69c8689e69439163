// The verbs about tasks.
import type { Verb } from './verb.ts'

export const TASK_VERBS: readonly Verb[] = [
  {
    name: 'task add',
    args: '<title>',
    summary: 'say what is to be done; an agent that it is given to gets it as mail',
    example: 'cmux task add "mend the build" --to anna --priority high',
    options: [
      ['--body <text>', 'all there is to know about it (- reads it from stdin)'],
      ['--to <name>', 'the agent that is to do it'],
      ['--parent <id>', 'the task of which it is a part'],
      ['--after <ids>', 'tasks that must be completed first, with commas between'],
      ['--priority <word>', 'low, normal, high or urgent (default: normal)'],
      [
        '--project <name>',
        'the project it is about (default: that of the parent or the agent, or the one of this folder)',
      ],
    ],
    revives: true,
    load: async () => (await import('./verbs/task.ts')).addTask,
  },
  {
    name: 'task list',
    summary: 'what is to be done, by whom, and how far it is',
    example: 'cmux task list --to anna',
    options: [
      ['--state <state>', 'only those in this state'],
      ['--to <name>', 'only those of one agent'],
      ['--project <name>', 'only those of one project'],
      ['--all', 'those that are over, too'],
    ],
    revives: true,
    load: async () => (await import('./verbs/task.ts')).listTasks,
  },
  {
    name: 'task show',
    args: '<id>',
    summary: 'one task with its history and its children',
    example: 'cmux task show tsk_01m7f6011pb1te43hsdxm0kc49',
    revives: true,
    load: async () => (await import('./verbs/task.ts')).showTask,
  },
  {
    name: 'task assign',
    args: '<id> <name>',
    summary: 'give a task to an agent; one that failed or was canceled is tried again',
    example: 'cmux task assign tsk_01m7f6011pb1te43hsdxm0kc49 anna',
    revives: true,
    load: async () => (await import('./verbs/task.ts')).assignTask,
  },
  {
    name: 'task update',
    args: '<id>',
    summary: 'say how far a task is, or what came of it',
    example:
      'cmux task update tsk_01m7f6011pb1te43hsdxm0kc49 --state completed --result "the build is green"',
    options: [
      [
        '--state <state>',
        'submitted, working, input-required, auth-required, completed, failed, canceled or rejected',
      ],
      ['--note <text>', 'a line for its history'],
      ['--result <text>', 'what came of it (- reads it from stdin)'],
      ['--priority <word>', 'low, normal, high or urgent'],
    ],
    revives: true,
    load: async () => (await import('./verbs/task.ts')).updateTask,
  },
  {
    name: 'task cancel',
    args: '<id>',
    summary: 'call a task off, and what is part of it',
    example: 'cmux task cancel tsk_01m7f6011pb1te43hsdxm0kc49 --reason "no longer wanted"',
    options: [['--reason <text>', 'why']],
    revives: true,
    load: async () => (await import('./verbs/task.ts')).cancelTask,
  },
]
