// Where a change has been, the last step first: when, by whom, and why.
import type { Change } from '../../../protocol/changes/change.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import { CHANGE_STATES } from '../../changes/change-states.ts'
import { Card } from '../../ui/card.tsx'
import { TEXT_OF } from '../../ui/tone.ts'
import { sayActor } from '../../words/say-actor.ts'
import { sayNote } from '../../words/say-note.ts'
import { sayTook } from '../../words/say-took.ts'

export function ChangeSteps({ steps }: Pick<Change, 'steps'>) {
  const rows = steps.map((step, index) => ({ ...step, until: steps[index + 1]?.at })).toReversed()
  return (
    <Card title="Steps">
      <ol aria-label="steps, newest first">
        {rows.map(({ to, at, actor, note, until }) => {
          const { tone, isBusy = false } = CHANGE_STATES[to]
          return (
            <li
              key={`${at} ${to}`}
              data-step={to}
              className="relative border-l border-line pb-3 pl-4 text-sm last:pb-0"
            >
              <span
                aria-hidden
                className={`absolute top-1.5 -left-[0.28rem] size-2 rounded-full bg-current ${TEXT_OF[tone]} ${isBusy && until === undefined ? 'animate-pulse' : ''}`}
              />
              <span className="font-medium">{describeChangeState(to)}</span>{' '}
              <span data-foreign className="text-xs text-quiet">
                {actor === 'system' ? '' : `by ${sayActor(actor)} · `}
                <time dateTime={at} title={new Date(at).toLocaleString()} className="tabular-nums">
                  {new Date(at).toLocaleTimeString()}
                </time>
                {until !== undefined && ` · ${sayTook(Date.parse(until) - Date.parse(at))}`}
              </span>
              {note !== null && (
                <p data-foreign className="text-xs whitespace-pre-wrap text-quiet">
                  {sayNote(note)}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
