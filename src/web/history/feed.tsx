// What happened, newest first, live. Everyday chatter is left out unless it is asked for; what is older is fetched on demand.
import { useState } from 'react'
import { useEvents } from '../live/use-events.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EventLine } from './event-line.tsx'
import { isChatter } from './is-chatter.ts'
import { useOlder } from './use-older.ts'

const SHOWN_FIRST = 60
const SHOWN_MORE = 200

export function Feed() {
  const live = useEvents()
  const [isAll, setAll] = useState(false)
  const [shown, setShown] = useState(SHOWN_FIRST)
  const { older, isOver, fetchOlder } = useOlder(live)
  const wanted = [...older, ...live].filter((event) => isAll || !isChatter(event))
  const visible = wanted.slice(-shown).toReversed()
  const showMore = () => {
    setShown(shown + SHOWN_MORE)
    if (wanted.length < shown + SHOWN_MORE) void fetchOlder()
  }
  return (
    <Card
      title="What happened"
      aside={
        <label className="flex items-center gap-1.5 text-xs text-quiet">
          <input type="checkbox" checked={isAll} onChange={({ target }) => setAll(target.checked)} />
          everything
        </label>
      }
    >
      <ol aria-label="events, newest first" data-feed>
        {visible.map((event) => (
          <EventLine key={event.seq} event={event} />
        ))}
      </ol>
      {(wanted.length > shown || !isOver) && (
        <Button look="bare" className="mt-2" onClick={showMore}>
          older
        </Button>
      )}
    </Card>
  )
}
