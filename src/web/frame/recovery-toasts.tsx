// What broke and healed is said as it happens, not what was there when the page was opened.
import { useEffect, useRef } from 'react'
import { useConnection } from '../live/use-connection.ts'
import { useEvents } from '../live/use-events.ts'
import { useSay } from '../ui/toast-provider.tsx'
import { describeEvent } from '../words/describe-event.ts'
import { isRecovery } from '../words/is-recovery.ts'

export function RecoveryToasts() {
  const events = useEvents()
  const { kind } = useConnection()
  const say = useSay()
  const shown = useRef<number>(undefined)
  useEffect(() => {
    const last = events.at(-1)?.seq
    if (shown.current === undefined) {
      if (kind === 'live' && last !== undefined) shown.current = last
      return
    }
    const since = shown.current
    shown.current = Math.max(since, last ?? since)
    for (const event of events.filter(({ seq }) => seq > since).filter(isRecovery)) {
      const { text, tone } = describeEvent(event)
      say({ tone, title: text })
    }
  }, [events, kind, say])
  return null
}
