// How long something still holds, counting down; the exact end on hover.
import { useEffect, useState } from 'react'
import { sayLeft } from '../words/say-left.ts'

const TICK_MS = 1000

export function TimeLeft({ until }: { readonly until: string }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time
      dateTime={until}
      title={new Date(until).toLocaleString()}
      className="whitespace-nowrap tabular-nums"
    >
      {sayLeft(Date.parse(until) - nowMs)}
    </time>
  )
}
