// Where an agent's work stands, from its conversation, git, what it said itself and its tasks (C1). Pure.
import type { GitState, Progress, WorkState } from '../../protocol/agents/work-state.ts'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { TaskRecord } from '../tasks/task-record.ts'
import { checkFiles } from './check-files.ts'
import { listTouchedFiles } from './list-touched-files.ts'
import { addDecisions } from './merge-progress.ts'
import { readMarks } from './brief/read-marks.ts'
import { readProgress } from './read-progress.ts'
import { readWish } from './read-wish.ts'

export interface TaskSight extends Pick<TaskRecord, 'id' | 'title' | 'state' | 'waitsFor'> {
  /** The last that was said of it. */
  readonly note: string | null
  /** All that was, oldest first. */
  readonly notes: readonly string[]
}

export interface WorkFacts {
  readonly agent: Pick<
    AgentRecord,
    'name' | 'project' | 'runtime' | 'generation' | 'session' | 'purpose' | 'folder'
  >
  readonly at: Timestamp
  readonly entries: readonly ConversationEntry[]
  readonly git: GitState | null
  readonly saved: Progress
  /** Those that it has to do, oldest first. */
  readonly tasks: readonly TaskSight[]
  /** Its last ones that are over, the newest first. */
  readonly finished: readonly TaskSight[]
}

const PROMPTS_MAX = 3
const SAID_MAX_CHARS = 600

export function workOutState({ agent, at, entries, git, saved, tasks, finished }: WorkFacts): WorkState {
  const current = sinceClear(entries)
  const progress = readProgress(saved, current)
  const conversation = lastWords(current)
  const { folder, purpose, name, project, runtime, generation, session } = agent
  const { changed: _changed, ...gitState } = git ?? { changed: [] }
  return {
    agent: name,
    project,
    runtime,
    generation,
    session,
    at,
    files_modified: checkFiles(listTouchedFiles(current, folder), git),
    decisions: addDecisions(decisionsIn([...finished.toReversed(), ...tasks]), progress.decisions),
    open_questions: unique([
      ...progress.openQuestions,
      ...lastNotes(tasks).flatMap((note) => readMarks(note).openQuestions),
      ...asksOf(tasks, 'input-required'),
    ]),
    blockers: unique([
      ...progress.blockers,
      ...lastNotes(tasks).flatMap((note) => readMarks(note).blockers),
      ...asksOf(tasks, 'auth-required'),
      ...waitsOf(tasks),
    ]),
    current_task: {
      objective: objectiveOf(progress, tasks, purpose || (conversation.prompts.at(-1) ?? '')),
      state: progress.state,
      pending_actions: progress.pendingActions,
      tasks: tasks.map(lineOf),
      finished: finished.map(lineOf),
    },
    git_state: git === null ? null : (gitState as WorkState['git_state']),
    conversation,
  }
}

/** What was said before is forgotten on purpose; what became of it in files, git knows. */
function sinceClear(entries: readonly ConversationEntry[]): readonly ConversationEntry[] {
  const at = entries.findLastIndex(
    ({ kind, text, subagent }) => kind === 'mark' && text === 'clear' && subagent === null,
  )
  return entries.slice(at + 1)
}

function objectiveOf({ task }: Progress, tasks: readonly TaskSight[], otherwise: string): string {
  if (task !== '') return task
  const working = tasks.find(({ state }) => state === 'working') ?? tasks[0]
  return working?.title ?? firstLine(otherwise)
}

/** What was decided stays so; what was asked or in the way may be settled since, unless it was said last. */
const decisionsIn = (tasks: readonly TaskSight[]) =>
  tasks.flatMap(({ notes }) => notes).flatMap((note) => readMarks(note).decisions)

const lastNotes = (tasks: readonly TaskSight[]) => tasks.flatMap(({ note }) => note ?? [])

const unique = (lines: readonly string[]) => [...new Set(lines)]

const lineOf = ({ id, title, state, note }: TaskSight) => ({ id, title, state, note })

const asksOf = (tasks: readonly TaskSight[], state: TaskSight['state']) =>
  tasks
    .filter((task) => task.state === state)
    .map(({ title, note }) => (note === null ? title : `${title}: ${note}`))

const waitsOf = (tasks: readonly TaskSight[]) =>
  tasks
    .filter(({ waitsFor }) => waitsFor.length > 0)
    .map(({ title, waitsFor }) => `${title} waits for ${waitsFor.join(', ')}`)

function lastWords(entries: readonly ConversationEntry[]): WorkState['conversation'] {
  const own = entries.filter(({ subagent }) => subagent === null)
  const prompts = own.flatMap(({ kind, text }) => (kind === 'prompt' ? (readWish(text) ?? []) : []))
  const answer = own.findLast(({ kind, text }) => kind === 'answer' && text.trim() !== '')
  return {
    prompts: prompts.slice(-PROMPTS_MAX).map(cut),
    answer: cut(answer?.text ?? ''),
  }
}

const cut = (text: string) =>
  text.length > SAID_MAX_CHARS ? `${text.slice(0, SAID_MAX_CHARS).toWellFormed()}…` : text

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? ''
