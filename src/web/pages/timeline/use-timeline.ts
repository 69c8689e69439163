// The events of the time line: the newest ones kept true by the stream, older ones fetched on demand.
import { useEffect, useState } from 'react'
import type { Event } from '../../../protocol/event.ts'
import { useApp } from '../../app.tsx'
import { useRoute } from '../../data/use-route.ts'
import { useSay } from '../../ui/toast-provider.tsx'
import { addNewest, addOlder, type Known } from './known.ts'

const FAR = Number.MAX_SAFE_INTEGER
const PIECE = 200
/** Among everyday events there may be few to show: a click looks through so many pieces. */
const PIECES_MAX = 10
const ENOUGH = 30

interface Timeline {
  /** Oldest first. */
  readonly events: readonly Event[]
  readonly isKnown: boolean
  readonly isOver: boolean
  readonly error: Error | null
  readonly fetchOlder: () => Promise<void>
}

export function useTimeline(types: string, isShown: (event: Event) => boolean): Timeline {
  const { client } = useApp()
  const say = useSay()
  const { data, error } = useRoute('GET /api/events', { query: { before: FAR, types, limit: PIECE } })
  const [known, setKnown] = useState<Known>({ events: [], next: null })
  useEffect(() => {
    if (data) setKnown((old) => addNewest(old, { events: data.items, next: data.next }))
  }, [data])
  const fetchOlder = async () => {
    let { next } = known
    let found = 0
    try {
      for (let pieces = 0; next !== null && found < ENOUGH && pieces < PIECES_MAX; pieces += 1) {
        const query = { before: Number(next), types, limit: PIECE }
        const page = await client.call('GET /api/events', { query })
        setKnown((old) => addOlder(old, { events: page.items, next: page.next }))
        found += page.items.filter(isShown).length
        next = page.next
      }
    } catch {
      say({ tone: 'bad', title: 'Older entries could not be loaded; try again' })
    }
  }
  const events = known.events.filter(isShown)
  return { events, isKnown: data !== undefined, isOver: known.next === null, error, fetchOlder }
}
