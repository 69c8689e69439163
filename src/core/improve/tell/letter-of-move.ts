// What there is to say of a change that has moved on. Pure; a row a state, and most moves have none.
import { quoteLines } from '../../../lib/quote-lines.ts'
import { agentCommand } from '../../../protocol/agent-verbs.ts'
import type { Change, ChangeState } from '../../../protocol/change.ts'
import { titleOf } from '../review/write-review.ts'

export interface MoveLetter {
  readonly subject: string
  readonly body: string
  /** A person is to know of it where no supervisor is. */
  readonly isAlarm: boolean
}

interface Said {
  readonly says: string
  /** What to do about it. */
  readonly todo?: string
  readonly isAlarm?: boolean
}

type Row = (change: Change, from: ChangeState) => Said | undefined

const ROWS: Readonly<Partial<Record<ChangeState, Row>>> = {
  reviewing: ({ review, note }) => ({
    says:
      typeof review?.asked === 'string'
        ? `waits for a review by ${review.asked}`
        : `waits for a person’s leave (${note ?? ''})`,
    todo: 'You get a message when it goes on. Until then other work can go on.',
  }),
  refused: () => ({
    says: 'was not adopted',
    todo: 'Nothing was changed. Mend what is named, and plan it again.',
  }),
  restarting: ({ id, restartAt }) => ({
    says: `is on the main branch, and what runs is restarted at ${restartAt}`,
    todo: `Until then it can be called off: self_improve with action cancel and id ${id}, or \`${agentCommand('improve cancel', id)}\`.`,
  }),
  good: (_, from) => GOOD[from],
  rolling_back: ({ sick, undone }, from) => {
    if (from !== 'rolling_back')
      return sick === null ? undefined : { says: 'is sick: it is taken back', isAlarm: true }
    return undone === null
      ? { says: 'can’t be taken back by itself: a person has to look', isAlarm: true }
      : undefined
  },
  rolled_back: ({ sick }) => ({
    says: 'was taken back',
    todo: 'The main branch has a commit that undoes it, and its own commits are kept.',
    isAlarm: sick !== null,
  }),
  canceled: () => ({ says: 'was called off' }),
}

const GOOD: Readonly<Partial<Record<ChangeState, Said>>> = {
  adopting: { says: 'is adopted: it is on the main branch' },
  soaking: { says: 'is adopted, runs and is well' },
  rolling_back: { says: 'could not be taken back, and stays' },
}

export function letterOfMove(change: Change, from: ChangeState): MoveLetter | undefined {
  const said = ROWS[change.state]?.(change, from)
  if (!said) return undefined
  const { id, project, note, sick } = change
  const why = [...new Set([note, sick])].filter((word) => word !== null)
  return {
    subject: `a change of ${project} ${said.says}: ${titleOf(change)}`,
    body: [
      `Change ${id} of ${project} (${titleOf(change)}) ${said.says}.`,
      ...(change.state === 'reviewing' ? [] : why.map((word) => `Why: ${word}`)),
      ...(change.state === 'refused' ? listFailures(change) : []),
      ...(said.todo === undefined ? [] : [said.todo]),
      `See: ${agentCommand('improve show', id)}`,
    ].join('\n'),
    isAlarm: said.isAlarm ?? false,
  }
}

const TAIL_MAX_CHARS = 3000

/** What a check said is what its author needs to mend it. */
function listFailures({ checks }: Change): string[] {
  return checks
    .filter(({ outcome }) => outcome !== 'passed')
    .map(({ name, detail, tail }) =>
      [`${name} ${detail}:`, quoteLines(tail.slice(-TAIL_MAX_CHARS).trimEnd()).join('\n')].join('\n'),
    )
}
