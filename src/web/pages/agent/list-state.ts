// Where an agent's work stands, as a person reads it: a heading and lines for each part, what is empty left out. Pure.
import type { WorkState } from '../../../protocol/agents/work-state.ts'
import type { Part } from '../../ui/parts.tsx'

export function listState(state: WorkState): Part[] {
  const { current_task: task, conversation, git_state: git } = state
  const parts: readonly Part[] = [
    { title: 'At', lines: filled(task.objective) },
    { title: 'State', lines: filled(task.state) },
    { title: 'Steps', lines: task.pending_actions.map(({ text, done }) => `${done ? '☑' : '☐'} ${text}`) },
    { title: 'Blockers', lines: state.blockers },
    { title: 'Open questions', lines: state.open_questions },
    { title: 'Tasks', lines: task.tasks.map(sayTask) },
    { title: 'Finished', lines: task.finished.map(sayTask) },
    {
      title: 'Decisions',
      lines: state.decisions.map(({ decision, reason }) =>
        reason === '' ? decision : `${decision} (because ${reason})`,
      ),
    },
    { title: 'Files', lines: state.files_modified.map(sayFile) },
    { title: 'Git', lines: git === null ? [] : sayGit(git) },
    { title: 'Last asked', lines: conversation.prompts },
    { title: 'Last answer', lines: filled(conversation.answer) },
  ]
  return parts.filter(({ lines }) => lines.length > 0)
}

const filled = (text: string) => (text === '' ? [] : [text])

const sayTask = ({ title, state, note }: WorkState['current_task']['tasks'][number]) =>
  `${title} (${state})${note === null ? '' : `: ${note}`}`

function sayFile({ path, git, committed }: WorkState['files_modified'][number]): string {
  if (git === null) return path
  if (git === 'same') return `${path} (written, unchanged)`
  return `${path} (${git}${committed ? '' : ', not committed'})`
}

function sayGit({ branch, main, behind, uncommitted, recent_commits: commits }: Git): string[] {
  const how = [
    ...(behind > 0 ? [`${behind} behind ${main}`] : []),
    ...(uncommitted.length > 0 ? [`${uncommitted.length} not committed`] : []),
  ]
  return [
    `${branch ?? 'on no branch'}${how.length === 0 ? '' : ` (${how.join(', ')})`}`,
    ...commits.map(({ id, subject }) => `${id.slice(0, 10)} ${subject}`),
  ]
}

type Git = NonNullable<WorkState['git_state']>
