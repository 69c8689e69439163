// A long list is drawn a screenful at once and the rest in the pauses after it, so that a click is answered before all is there.
import { startTransition, useEffect, useState } from 'react'

const FIRST = 16
const MORE = 20

/** How many of `count` are to be drawn by now. */
export function useGradually(count: number): number {
  const [drawn, setDrawn] = useState(FIRST)
  useEffect(() => {
    const timer = drawn < count ? setTimeout(() => startTransition(() => setDrawn(drawn + MORE))) : undefined
    return () => clearTimeout(timer)
  }, [drawn, count])
  return Math.min(drawn, count)
}
