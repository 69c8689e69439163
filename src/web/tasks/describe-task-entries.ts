// The history of a task in words: what each line changed against the one before.
import type { TaskEntry } from '../../protocol/tasks/task.ts'
import type { Tone } from '../ui/tone.ts'
import { describeTaskState } from './describe-task-state.ts'

export interface EntryWords {
  readonly at: string
  readonly who: string
  readonly what: string
  readonly note: string | null
  readonly tone: Tone
}

/** The server's own word for the first line. */
const ADDED = 'added'

export function describeTaskEntries(history: readonly TaskEntry[]): readonly EntryWords[] {
  return history.map((entry, index) => {
    const before = history[index - 1]
    const { at, actor, state, note } = entry
    return {
      at,
      who: sayWho(actor),
      what: before ? sayWhat(before, entry) : 'added it',
      note: !before && note === ADDED ? null : note,
      tone: !before || before.state !== state ? describeTaskState(state).tone : 'quiet',
    }
  })
}

function sayWho(actor: string): string {
  if (actor === 'system') return 'cmux'
  // Logged in on the dashboard: which of their logins it was helps nobody here.
  if (actor.startsWith('human:')) return 'a person'
  return actor.replace(/^agent:/, '')
}

function sayWhat(before: TaskEntry, { state, assignee, note }: TaskEntry): string {
  const moved = before.state === state ? [] : [`set it to “${describeTaskState(state).word}”`]
  const given = before.assignee === assignee ? [] : [sayGiven(assignee, before.assignee)]
  const said = [...given, ...moved].join(' and ')
  if (said !== '') return said
  return note === null ? 'changed it' : 'noted'
}

function sayGiven(to: string | null, from: string | null): string {
  return to === null ? `unassigned it from ${from ?? 'nobody'}` : `assigned it to ${to}`
}
