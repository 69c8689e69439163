// The newest part of the history, oldest first, for what is drawn.
import { useSyncExternalStore } from 'react'
import type { Event } from '../../protocol/event.ts'
import { useApp } from '../app.tsx'

export function useEvents(): readonly Event[] {
  const { live } = useApp()
  return useSyncExternalStore(live.subscribe, live.events)
}
