// Keys that work everywhere: Ctrl or Cmd with K for commands; `g` and a letter to go to a page, unless something is being typed.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { PAGES } from './pages.ts'

const CHORD_MS = 1500
const TYPED_INTO = 'input, textarea, select, [contenteditable="true"], .xterm, [role="dialog"], [role="menu"]'

export function useShortcuts(onPalette: () => void): void {
  const navigate = useNavigate()
  const palette = useRef(onPalette)
  palette.current = onPalette
  useEffect(() => {
    let wentAtMs = -Infinity
    const hear = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        event.stopPropagation()
        palette.current()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return
      const page = PAGES.find(({ key }) => key === event.key)
      const isSecond = event.timeStamp - wentAtMs < CHORD_MS
      wentAtMs = event.key === 'g' ? event.timeStamp : -Infinity
      if (!page || !isSecond) return
      // The letter may mean something to the page that is left: `a` approves.
      event.preventDefault()
      void navigate({ to: page.to })
    }
    // Before a terminal takes the key for its program.
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [navigate])
}

function isTyped(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null
}
