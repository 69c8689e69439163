// The list of steps that a program's own tool keeps for its agent: what is to be done, and what is done. Pure.
import type { PendingAction } from '../../protocol/agents/work-state.ts'
import { listIn, textIn } from './brief/text-in.ts'

/** Claude Code and OpenCode, Gemini CLI, Codex: whole lists, under this name. */
const LISTS: Readonly<Record<string, string>> = {
  TodoWrite: 'todos',
  todowrite: 'todos',
  write_todos: 'todos',
  update_plan: 'plan',
}
const TEXTS = ['content', 'step', 'description']

/** The plan after this use of a tool; undefined when the tool has nothing to do with plans. */
export function readPlan(
  before: readonly PendingAction[],
  tool: string,
  input: unknown,
): PendingAction[] | undefined {
  const list = Object.hasOwn(LISTS, tool) ? LISTS[tool] : undefined
  if (list !== undefined) return listIn(input, list)?.flatMap(readStep)
  if (tool === 'TaskCreate') return addStep(before, input)
  return tool === 'TaskUpdate' ? changeStep(before, input) : undefined
}

function readStep(step: unknown): PendingAction[] {
  const text = textIn(step, TEXTS)
  return text === undefined ? [] : [{ text, done: isDone(textIn(step, ['status'])) }]
}

const isDone = (status: string | undefined) => status === 'completed' || status === 'done'

function addStep(before: readonly PendingAction[], input: unknown): PendingAction[] | undefined {
  const text = textIn(input, ['subject'])
  return text === undefined ? undefined : [...before, { text, done: false }]
}

/** Its ids are numbers, counted from 1. */
function changeStep(before: readonly PendingAction[], input: unknown): PendingAction[] | undefined {
  const [id, status] = [textIn(input, ['taskId']), textIn(input, ['status'])]
  return before.map((step, index) =>
    String(index + 1) === id
      ? {
          text: textIn(input, ['subject']) ?? step.text,
          done: status === undefined ? step.done : isDone(status),
        }
      : step,
  )
}
