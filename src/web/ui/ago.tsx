// A time as people say it, the exact one on hover; it goes on by itself.
import { useEffect, useState } from 'react'
import { sayAgo } from '../words/say-ago.ts'

const TICK_MS = 10_000

export function Ago({ at }: { readonly at: string }) {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className="whitespace-nowrap tabular-nums">
      {sayAgo(nowMs - Date.parse(at))}
    </time>
  )
}
