// A key that does something on one page, unless something is being typed or a key before it meant something else.
import { useEffect, useRef } from 'react'

const TYPED_INTO = 'input, textarea, select, [contenteditable="true"], .xterm, [role="dialog"], [role="menu"]'

export function useKey(key: string, act: () => void): void {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      // A key that is held down, perhaps since the page before, means nothing here.
      if (event.repeat) return
      if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [key])
}
