// What a conversation itself tells of the work: progress that was saved, the program's own plan, marked lines, and questions that
// nobody has answered. Pure.
import { SaveProgress, type Progress } from '../../protocol/agents/work-state.ts'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'
import { addDecisions, mergeProgress, NO_PROGRESS } from './merge-progress.ts'
import { listIn, textIn } from './brief/text-in.ts'
import { readMarks } from './brief/read-marks.ts'
import { readPlan } from './read-plan.ts'

const SAVE_TOOL = /(?:^|_)save_progress$/
const ASK_TOOLS = new Set(['AskUserQuestion', 'ask_user', 'question', 'request_user_input'])

/**
 * `saved` is what the agent said to cmux itself, and wins over what the conversation said before that. A decision stays one; what
 * was open then and is not in it has been settled; a plan is lost only to a younger one.
 */
export function readProgress(saved: Progress, entries: readonly ConversationEntry[]): Progress {
  const told = readEntries(NO_PROGRESS, entries)
  if (saved.at === null) return told
  const later = readEntries(
    saved,
    entries.filter(({ at }) => at !== null && at > String(saved.at)),
  )
  return {
    ...later,
    task: later.task || told.task,
    state: later.state || told.state,
    decisions: addDecisions(told.decisions, later.decisions),
    pendingActions: later.pendingActions.length > 0 ? later.pendingActions : told.pendingActions,
  }
}

function readEntries(before: Progress, entries: readonly ConversationEntry[]): Progress {
  const results = entries.flatMap(({ kind, tool }) => (kind === 'result' && tool ? [tool] : []))
  const answered = new Set(results.map(({ id }) => id))
  const failed = new Set(results.filter((result) => result.failed).map(({ id }) => id))
  let progress = before
  for (const { kind, subagent, tool, text } of entries) {
    if (subagent !== null) continue
    if (kind === 'answer') progress = withMarks(progress, text)
    if (kind !== 'tool' || tool === null || failed.has(tool.id)) continue
    progress = withTool(progress, tool)
    if (ASK_TOOLS.has(tool.name) && !answered.has(tool.id)) progress = withQuestion(progress, tool.input)
  }
  return progress
}

type Tool = NonNullable<ConversationEntry['tool']>

function withTool(before: Progress, { name, input }: Tool): Progress {
  if (SAVE_TOOL.test(name)) {
    const { data } = SaveProgress.safeParse(input)
    return data ? mergeProgress(before, data, null) : before
  }
  const pendingActions = readPlan(before.pendingActions, name, input)
  return pendingActions ? { ...before, pendingActions } : before
}

function withMarks(before: Progress, answer: string): Progress {
  const { decisions, openQuestions, blockers } = readMarks(answer)
  return {
    ...before,
    decisions: decisions.length === 0 ? before.decisions : addDecisions(before.decisions, decisions),
    openQuestions: addNew(before.openQuestions, openQuestions),
    blockers: addNew(before.blockers, blockers),
  }
}

function withQuestion(before: Progress, input: unknown): Progress {
  const asked = (listIn(input, 'questions') ?? []).flatMap((each) => textIn(each, ['question']) ?? [])
  return { ...before, openQuestions: addNew(before.openQuestions, asked) }
}

const addNew = (before: readonly string[], said: readonly string[]) => [...new Set([...before, ...said])]
