// A message to the owner is confirmed when its end was really in view for a moment, in a page that somebody looks at.
import { useEffect, type RefObject } from 'react'
import type { Message } from '../../protocol/messages/message.ts'
import { useApp } from '../app.tsx'
import { useConnection } from '../live/use-connection.ts'

/** Long enough that scrolling past is not reading. */
const LOOKED_AT_MS = 700

export function useAckInView({ id, to, receipt }: Message, end: RefObject<HTMLElement | null>): void {
  const { client } = useApp()
  const isLive = useConnection().kind === 'live'
  const isUnread = to === 'owner' && receipt !== 'acked' && receipt !== 'dead'
  useEffect(() => {
    if (!isUnread || !isLive || !end.current) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const ack = () => {
      if (document.visibilityState !== 'visible') return
      // Not said when it fails: it stays unread, and is tried again when it is next looked at.
      client.call('POST /api/messages/:id/ack', { params: { id } }).catch(() => undefined)
    }
    const eyes = new IntersectionObserver((seen) => {
      clearTimeout(timer)
      if (seen.at(-1)?.isIntersecting) timer = setTimeout(ack, LOOKED_AT_MS)
    })
    const watch = () => {
      eyes.disconnect()
      clearTimeout(timer)
      if (end.current && document.visibilityState === 'visible') eyes.observe(end.current)
    }
    watch()
    document.addEventListener('visibilitychange', watch)
    return () => {
      document.removeEventListener('visibilitychange', watch)
      eyes.disconnect()
      clearTimeout(timer)
    }
  }, [client, id, isUnread, isLive, end])
}
