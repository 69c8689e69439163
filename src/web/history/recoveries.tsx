// What broke and healed, on a time line.
import { useRoute } from '../data/use-route.ts'
import { Ago } from '../ui/ago.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { TEXT_OF } from '../ui/tone.ts'
import { describeEvent } from '../words/describe-event.ts'
import { isRecovery, RECOVERY_TYPES } from '../words/is-recovery.ts'

const FAR = Number.MAX_SAFE_INTEGER

export function Recoveries({ limit }: { readonly limit: number }) {
  const { data } = useRoute('GET /api/events', {
    query: { before: FAR, types: RECOVERY_TYPES.join(','), limit: limit * 2 },
  })
  const events = data?.items.filter(isRecovery).slice(-limit).toReversed() ?? []
  return (
    <Card title="Recoveries">
      {data && events.length === 0 && (
        <Empty title="No recoveries yet">Failures that cmux recovers from are listed here.</Empty>
      )}
      <ol className="grid gap-0">
        {events.map((event) => {
          const { text, tone } = describeEvent(event)
          return (
            <li key={event.seq} className="relative border-l border-line pb-3 pl-4 text-sm last:pb-0">
              <span
                aria-hidden
                className={`absolute top-1.5 -left-[0.28rem] size-2 rounded-full bg-current ${TEXT_OF[tone]}`}
              />
              <span data-foreign>{text}</span>{' '}
              <span className="text-xs text-quiet">
                <Ago at={event.at} />
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
