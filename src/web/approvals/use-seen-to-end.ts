// Whether the end of something was ever on the screen: nobody says yes to what they have not scrolled through.
import { useEffect, useRef, useState, type RefObject } from 'react'

/** The mark is put after the last line. Another `what` has to be read anew. */
export function useSeenToEnd(what: string): [mark: RefObject<HTMLDivElement | null>, isSeen: boolean] {
  const mark = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<string>()
  useEffect(() => {
    const { current } = mark
    if (!current) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(what)
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [what])
  return [mark, seen === what]
}
