// What this browser still has to send, for what is drawn.
import { useSyncExternalStore } from 'react'
import { useApp } from '../app.tsx'
import type { Posted } from './outbox.ts'

export function useOutbox(): readonly Posted[] {
  const { outbox } = useApp()
  return useSyncExternalStore(outbox.subscribe, outbox.letters)
}
