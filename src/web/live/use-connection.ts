// How the page stands to the server, for what is drawn.
import { useSyncExternalStore } from 'react'
import { useApp } from '../app.tsx'
import type { Connection } from './connection.ts'

export function useConnection(): Connection {
  const { live } = useApp()
  return useSyncExternalStore(live.subscribe, live.connection)
}
