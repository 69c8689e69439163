// The history before the live part of it, fetched a piece at a time.
import { useState } from 'react'
import type { Event } from '../../protocol/event.ts'
import { useApp } from '../app.tsx'
import { useSay } from '../ui/toast-provider.tsx'

const PIECE = 200

export function useOlder(live: readonly Event[]) {
  const { client } = useApp()
  const say = useSay()
  const [fetched, setFetched] = useState<readonly Event[]>([])
  // When the live part has let go of events that followed on these, there would be a hole: they are fetched again.
  const older = isJoined(fetched, live) ? fetched : []
  const before = older[0]?.seq ?? live[0]?.seq ?? 1
  const fetchOlder = async () => {
    try {
      const { items } = await client.call('GET /api/events', { query: { before, limit: PIECE } })
      setFetched([...items, ...older])
    } catch {
      say({ tone: 'bad', title: 'Older entries could not be loaded; try again' })
    }
  }
  return { older, isOver: before === 1, fetchOlder }
}

function isJoined(older: readonly Event[], live: readonly Event[]): boolean {
  const next = (older.at(-1)?.seq ?? 0) + 1
  return next === (live[0]?.seq ?? next)
}
