// What stands above every page. Pages that fill the window subtract its height, or their last line would be pushed off the screen.
import { useLayoutEffect, useRef } from 'react'
import { PausedNotice } from '../agents/paused-notice.tsx'
import { RestartNotice } from '../changes/restart-notice.tsx'

/** Pages use it as `var(--notices,0px)`. */
const HEIGHT = '--notices'

export function Notices() {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) =>
      style.setProperty(HEIGHT, `${Math.ceil(entry?.contentRect.height ?? 0)}px`),
    )
    if (box.current) observer.observe(box.current)
    return () => {
      observer.disconnect()
      style.removeProperty(HEIGHT)
    }
  }, [])
  return (
    // With the margins of what is inside, which would else stand outside of it.
    <div ref={box} className="flow-root">
      <RestartNotice />
      <PausedNotice />
    </div>
  )
}
