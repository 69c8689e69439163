// What there is to say of a change that has moved on. Pure; a row a state, and most moves have none.
import { quoteLines } from '../../../lib/quote-lines.ts'
import { agentCommand } from '../../../protocol/agents/agent-verbs.ts'
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
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
        ? `is in review by ${review.asked}`
        : `is waiting for a person’s approval (${note ?? ''})`,
    todo: 'You get a message when the review is over. Meanwhile, go on with other work.',
  }),
  refused: () => ({
    says: 'was not merged',
    todo: 'Nothing was changed. Fix what is named, then draft the change again.',
  }),
  restarting: ({ id, restartAt }) => ({
    says: `is merged; the restart is at ${restartAt}`,
    todo: `Until then the restart can be canceled: self_improve with action cancel and id ${id}, or \`${agentCommand('improve cancel', id)}\`.`,
  }),
  good: (_, from) => GOOD[from],
  rolling_back: ({ sick, undone }, from) => {
    if (from !== 'rolling_back')
      return sick === null
        ? undefined
        : { says: 'failed its health check and is being rolled back', isAlarm: true }
    return undone === null
      ? { says: 'can’t be rolled back automatically: a person has to look', isAlarm: true }
      : undefined
  },
  rolled_back: ({ sick }) => ({
    says: 'was rolled back',
    todo: 'The main branch has a commit that undoes the change. The commits of the change are kept.',
    isAlarm: sick !== null,
  }),
  canceled: () => ({ says: 'was canceled' }),
}

const GOOD: Readonly<Partial<Record<ChangeState, Said>>> = {
  adopting: { says: 'is merged' },
  soaking: { says: 'is merged, running and healthy' },
  rolling_back: { says: 'could not be rolled back, and stays merged' },
}

export function letterOfMove(change: Change, from: ChangeState): MoveLetter | undefined {
  const said = ROWS[change.state]?.(change, from)
  if (!said) return undefined
  const { id, project, note, sick } = change
  const why = [...new Set([note, sick])].filter((word) => word !== null)
  return {
    subject: `change to ${project} ${said.says}: ${titleOf(change)}`,
    body: [
      `Change ${id} to ${project} (${titleOf(change)}) ${said.says}.`,
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
