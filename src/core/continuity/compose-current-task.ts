// `current_task.md`: where an agent's work stands, for a person who reads it with `cat`, and for whoever goes on (C4). Pure.
import type { WorkState } from '../../protocol/agents/work-state.ts'
import { oneLine } from './brief/one-line.ts'

export function composeCurrentTask(state: WorkState): string {
  const { current_task: task, conversation, git_state: git } = state
  const actions = task.pending_actions.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${oneLine(text)}`)
  const tasks = task.tasks.map(({ id, title, state: how }) => `- [ ] ${id} (${how}): ${oneLine(title)}`)
  return [
    '# Current Task',
    '',
    oneLine(task.objective) || 'None.',
    '',
    '## Conversation Context',
    '',
    ...orNone([
      ...conversation.prompts.map((text) => `- asked: ${oneLine(text)}`),
      ...(conversation.answer === '' ? [] : [`- answered: ${oneLine(conversation.answer)}`]),
    ]),
    '',
    '## Pending Actions',
    '',
    ...orNone([...actions, ...tasks]),
    '',
    '## State',
    '',
    ...(task.state === '' ? [] : [...task.state.split('\n').map((line) => oneLine(line)), '']),
    `- agent: ${state.agent}, ${state.runtime}, start ${state.generation}, as of ${state.at}`,
    ...(git === null
      ? []
      : [`- branch: ${git.branch ?? 'none'}, ${git.uncommitted.length} files not committed`]),
    ...state.files_modified.map(
      ({ path, git: how }) => `- file: ${oneLine(path)}${how === null ? '' : ` (${how})`}`,
    ),
    ...state.decisions.map(
      ({ decision, reason }) =>
        `- decided: ${oneLine(decision)}${reason === '' ? '' : ` (because ${oneLine(reason)})`}`,
    ),
    ...state.open_questions.map((text) => `- open question: ${oneLine(text)}`),
    ...state.blockers.map((text) => `- blocked: ${oneLine(text)}`),
    ...task.finished.map(({ id, title, state: how }) => `- ${how}: ${id} ${oneLine(title)}`),
    '',
  ].join('\n')
}

const orNone = (lines: readonly string[]) => (lines.length === 0 ? ['None.'] : lines)
