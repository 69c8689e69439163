// What an agent reads when it is given a task, and what others read of what became of it. No line begins with the title or with
// anything else that somebody chose, but for the body.
import { agentCommand } from '../../protocol/agents/agent-verbs.ts'
import type { TaskRecord } from './task-record.ts'

export function composeTaskMail(task: TaskRecord): string {
  const { id, title, body, priority, parent, after } = task
  const update = agentCommand('task update', id)
  return [
    `Task ${id}: ${title}`,
    ...(priority === 'normal' ? [] : [`Priority: ${priority}`]),
    ...(parent === null ? [] : [`It is part of ${parent} (\`${agentCommand('task show', parent)}\`).`]),
    ...(after.length === 0 ? [] : [`It builds on ${after.join(', ')}, completed by now.`]),
    ...(body === '' ? [] : ['', body, '']),
    'How to report on it, with this command or with the tool update_task:',
    `  ${update} --state working --note "how far you are"`,
    `  ${update} --state completed --result "what came of it"`,
    `  ${update} --state input-required --note "what you need to know"`,
    `  ${update} --state failed --note "why"`,
  ].join('\n')
}

/** `text`: the words of whoever did it. */
export function composeTaskNews({ id, title, state }: TaskRecord, text: string): string {
  const said = text === '' ? [] : ['', text]
  return [
    `Task ${id} is ${state}: ${title}`,
    ...said,
    '',
    `All of it: ${agentCommand('task show', id)}`,
  ].join('\n')
}
