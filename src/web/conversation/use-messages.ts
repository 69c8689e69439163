// What was said between the owner and one other, oldest first: the newest part, and more of it on demand.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Message } from '../../protocol/messages/message.ts'
import { useApp } from '../app.tsx'

export interface Messages {
  readonly messages: readonly Message[]
  readonly isKnown: boolean
  readonly error: Error | null
  /** Undefined: there is nothing older, or more than a page can bear. */
  readonly showOlder: (() => void) | undefined
}

const FIRST = 60
const MORE = 140
/** What the server gives at most. */
const MOST = 1000
const NONE: readonly Message[] = []

export function useMessages(other: string): Messages {
  const { client } = useApp()
  const [limit, setLimit] = useState(FIRST)
  useEffect(() => setLimit(FIRST), [other])
  const query = { agent: 'owner', with: other, newest: 'true', limit }
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ['GET /api/messages', { query }],
    queryFn: () => client.call('GET /api/messages', { query }),
    // While older ones are fetched the newest stay; those of somebody else are never shown.
    placeholderData: (previous, before) => (isSameTalk(before?.queryKey, other) ? previous : undefined),
  })
  const messages = data?.items ?? NONE
  const hasOlder = messages.length === limit && limit < MOST && !isPlaceholderData
  return {
    messages,
    isKnown: data !== undefined,
    error,
    showOlder: hasOlder ? () => setLimit(Math.min(limit + MORE, MOST)) : undefined,
  }
}

function isSameTalk(key: readonly unknown[] | undefined, other: string): boolean {
  const asked = key?.[1] as { query?: { with?: string } } | undefined
  return asked?.query?.with === other
}
