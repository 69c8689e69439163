// What an agent is told when it begins anew, most important first: never more than the limit, and only whole lines. Pure.
import type { ModifiedFile, WorkState } from '../../../protocol/agents/work-state.ts'
import { fitLines } from './fit-lines.ts'
import { oneLine } from './one-line.ts'

export interface BriefFacts {
  readonly state: WorkState
  /** What happened: `your conversation was shortened`. */
  readonly why: string
  /** Since the state was last kept, a line each. */
  readonly news: readonly string[]
  readonly unread: { readonly count: number; readonly letters: readonly string[] }
  /** The last artifact. */
  readonly kept: string | null
}

const MORE = '… There is more: ask with the tool recall.'

/** Of each kind; the rest can be asked for. */
const SHOWN = { files: 40, decisions: 20, tasks: 10, actions: 30, commits: 5, uncommitted: 20, letters: 5 }

export function composeBrief({ state, why, news, unread, kept }: BriefFacts, maxBytes: number): string {
  const { current_task: task, conversation } = state
  const [done, open] = [true, false].map((wanted) =>
    task.pending_actions.filter((each) => each.done === wanted),
  )
  const sections: readonly (readonly string[])[] = [
    [
      `cmux: ${why}. This is where your work stands; go on from here, and do nothing again that is finished.`,
      `For more, use the tool recall (your conversation, the journal, the last kept state${kept === null ? '' : `: ${kept}`}).`,
    ],
    [`Task: ${oneLine(task.objective) || 'none was named'}`],
    ...(task.state === '' ? [] : [['State:', ...task.state.split('\n').map((line) => `  ${oneLine(line)}`)]]),
    listed('Blockers', state.blockers),
    listed('Open questions', state.open_questions),
    listed('To do', open?.map(({ text }) => `[ ] ${oneLine(text)}`) ?? [], SHOWN.actions),
    listed('Tasks of yours', task.tasks.map(sayTask), SHOWN.tasks),
    listed(
      'Finished, not to be done again',
      [...(done?.map(({ text }) => `[x] ${oneLine(text)}`) ?? []), ...task.finished.map(sayTask)],
      SHOWN.actions,
    ),
    ...(unread.count === 0
      ? []
      : [
          listed(
            `Unread mail (${unread.count}; it comes to you, or read it with read_inbox)`,
            unread.letters,
            SHOWN.letters,
          ),
        ]),
    listed('Meanwhile', news),
    gitLines(state),
    listed('Files you changed', state.files_modified.map(sayFile), SHOWN.files),
    listed(
      'Decisions',
      state.decisions.map(({ decision, reason }) =>
        reason === '' ? oneLine(decision) : `${oneLine(decision)} (because ${oneLine(reason)})`,
      ),
      SHOWN.decisions,
    ),
    listed(
      'The last that was asked of you',
      conversation.prompts.map((text) => oneLine(text)),
    ),
    ...(conversation.answer === '' ? [] : [[`Your last answer: ${oneLine(conversation.answer)}`]]),
  ]
  return fitLines(sections.flat(), maxBytes, MORE)
}

function listed(title: string, items: readonly string[], max: number = SHOWN.decisions): string[] {
  if (items.length === 0) return []
  const left = items.length - max
  return [
    `${title}:`,
    ...items.slice(0, max).map((item) => `  - ${oneLine(item)}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
  ]
}

const sayTask = ({ id, title, state, note }: WorkState['current_task']['tasks'][number]) =>
  `${id} (${state}): ${oneLine(title)}${note === null ? '' : `; last said: ${oneLine(note)}`}`

function gitLines({ git_state: git }: WorkState): string[] {
  if (git === null) return []
  const { branch, main, behind, uncommitted, recent_commits: commits } = git
  return [
    `Branch: ${branch ?? 'none'}${behind > 0 ? `; ${main} has ${behind} commits that it has not` : ''}`,
    ...listed('Not committed', uncommitted, SHOWN.uncommitted),
    ...listed(
      'Last commits',
      commits.map(({ id, subject }) => `${id.slice(0, 10)} ${subject}`),
      SHOWN.commits,
    ),
  ]
}

/** Where the two agree there is nothing to say. */
function sayFile({ path, git, tools }: ModifiedFile): string {
  if (git === null) return path
  if (git === 'same') return `${path} (written, and git sees no difference)`
  return tools.length === 0 ? `${path} (${git}, not by a tool that names files)` : `${path} (${git})`
}
