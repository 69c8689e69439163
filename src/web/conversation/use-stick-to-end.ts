// A box that follows its end while the end is looked at, and stays where it is when older things come in above.
import { useEffect, useRef, useState, type RefObject } from 'react'

export interface Stick {
  readonly box: RefObject<HTMLDivElement | null>
  readonly inner: RefObject<HTMLDivElement | null>
  readonly isAtEnd: boolean
  readonly goToEnd: () => void
}

const NEAR_PX = 48

/** `first`: what stands at the top; another one means that older things came in. */
export function useStickToEnd(first: unknown): Stick {
  const box = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const sticks = useRef(true)
  const kept = useRef({ first, height: 0 })
  kept.current.first ??= first

  const goToEnd = () => {
    sticks.current = true
    box.current?.scrollTo({ top: box.current.scrollHeight })
  }

  useEffect(() => {
    const place = box.current
    if (!place || !inner.current) return undefined
    const look = () => {
      sticks.current = place.scrollHeight - place.scrollTop - place.clientHeight < NEAR_PX
      setAtEnd(sticks.current)
    }
    const sizes = new ResizeObserver(() => {
      if (sticks.current) place.scrollTop = place.scrollHeight
      kept.current.height = place.scrollHeight
    })
    place.addEventListener('scroll', look, { passive: true })
    sizes.observe(place)
    sizes.observe(inner.current)
    return () => {
      place.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [])

  useEffect(() => {
    const place = box.current
    if (!place || kept.current.first === first) return
    // At the very top a browser does not keep the place by itself.
    if (!sticks.current && place.scrollTop < NEAR_PX)
      place.scrollTop += place.scrollHeight - kept.current.height
    kept.current = { first, height: place.scrollHeight }
  }, [first])

  return { box, inner, isAtEnd, goToEnd }
}
