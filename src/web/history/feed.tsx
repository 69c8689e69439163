// What happened, newest first, live. Everyday chatter is left out unless it is asked for; what is older is fetched on demand.
import { useState } from 'react'
import type { Event } from '../../protocol/event.ts'
import { useApp } from '../app.tsx'
import { useEvents } from '../live/use-events.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EventLine } from './event-line.tsx'
import { isChatter } from './is-chatter.ts'

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

function useOlder(live: readonly Event[]) {
  const { client } = useApp()
  const [older, setOlder] = useState<readonly Event[]>([])
  const [isOver, setOver] = useState(false)
  const before = older[0]?.seq ?? live[0]?.seq
  // What scrolled out of the live part while older ones were on display would leave a hole.
  const isJoined = older.length === 0 || older.at(-1)?.seq === (live[0]?.seq ?? 1) - 1
  const fetchOlder = async () => {
    if (before === undefined) return
    const { items, next } = await client.call('GET /api/events', { query: { before, limit: SHOWN_MORE } })
    setOlder((kept) => [...items, ...kept])
    setOver(next === null)
  }
  return { older: isJoined ? older : [], isOver: isOver || before === 1, fetchOlder }
}
