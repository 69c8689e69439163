// What happened to a task, from its beginning to now.
import { useState } from 'react'
import type { TaskEntry } from '../../../protocol/tasks/task.ts'
import { describeTaskEntries } from '../../tasks/describe-task-entries.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TEXT_OF } from '../../ui/tone.ts'

const FIRST = 50
const STEP = 200

export function TaskHistory({ history }: { readonly history: readonly TaskEntry[] }) {
  const [count, setCount] = useState(FIRST)
  const entries = describeTaskEntries(history)
  const hidden = Math.max(0, entries.length - count)
  return (
    <Card title="History">
      {hidden > 0 && <Button onClick={() => setCount(count + STEP)}>Show {hidden} earlier</Button>}
      <ol aria-label="history, oldest first" className="grid">
        {entries.slice(hidden).map(({ at, who, what, note, tone }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- they are only ever added at the end
            key={hidden + index}
            className="relative grid gap-0.5 border-l border-line pb-3 pl-4 text-sm last:pb-0"
          >
            <span
              aria-hidden
              className={`absolute top-1.5 -left-[0.28rem] size-2 rounded-full bg-current ${TEXT_OF[tone]}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span data-foreign>
                <span className="font-medium">{who}</span> {what}
              </span>
              <span className="text-xs text-quiet">
                <Ago at={at} />
              </span>
            </p>
            {note !== null && (
              <p data-foreign dir="auto" className="whitespace-pre-wrap text-quiet">
                {note}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
