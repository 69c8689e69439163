// Text that is being typed outlives a reload of the page: it is kept for this tab, with the place of the cursor.
import { useCallback, useEffect, useState, type RefObject } from 'react'

const keyOf = (name: string) => `cmux.draft.${name}`
const CURSOR = 'cmux.cursor'

export function useDraft(
  name: string,
  field: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
): [text: string, setText: (text: string) => void] {
  const [text, setState] = useState(() => sessionStorage.getItem(keyOf(name)) ?? '')
  const setText = useCallback(
    (next: string) => {
      setState(next)
      keepText(keyOf(name), next)
    },
    [name],
  )
  useEffect(() => setState(sessionStorage.getItem(keyOf(name)) ?? ''), [name])
  useEffect(() => {
    putBackCursor(name, field.current)
    const leave = () => keepCursor(name, field.current)
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [name, field])
  return [text, setText]
}

function keepText(key: string, text: string): void {
  sessionStorage.removeItem(key)
  try {
    if (text !== '') sessionStorage.setItem(key, text)
  } catch {
    // More than the browser has room for: it can be typed and sent, it only does not outlive a reload.
    sessionStorage.removeItem(key)
  }
}

function keepCursor(name: string, field: HTMLTextAreaElement | HTMLInputElement | null): void {
  if (!field || document.activeElement !== field) return
  sessionStorage.setItem(CURSOR, JSON.stringify({ name, from: field.selectionStart, to: field.selectionEnd }))
}

function putBackCursor(name: string, field: HTMLTextAreaElement | HTMLInputElement | null): void {
  const kept = JSON.parse(sessionStorage.getItem(CURSOR) ?? 'null') as {
    name: string
    from: number
    to: number
  } | null
  if (!field || kept?.name !== name) return
  sessionStorage.removeItem(CURSOR)
  field.focus()
  field.setSelectionRange(kept.from, kept.to)
}
