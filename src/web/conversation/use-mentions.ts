// While an @ is being typed: who fits, which one is chosen, and the keys that belong to the choice.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { findOpenMention, takeMention, type OpenMention } from './find-mentions.ts'

interface Typing {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly setText: (text: string) => void
  readonly names: readonly string[]
}

export interface Mentions {
  readonly listId: string
  readonly offered: readonly string[]
  readonly chosen: number
  readonly aria: Readonly<Record<string, string | undefined>>
  readonly optionId: (index: number) => string
  readonly take: (name: string) => void
  readonly look: () => void
  readonly close: () => void
  /** True: the key was for the choice. */
  readonly hear: (event: KeyboardEvent) => boolean
}

const OFFERED_MAX = 8

export function useMentions({ field, text, setText, names }: Typing): Mentions {
  const listId = useId()
  const [open, setOpen] = useState<OpenMention>()
  const [chosen, setChosen] = useState(0)
  const cursor = useRef<number>(undefined)
  const offered = open ? names.filter((name) => name.includes(open.typed)).slice(0, OFFERED_MAX) : []

  useLayoutEffect(() => {
    if (cursor.current === undefined) return
    field.current?.setSelectionRange(cursor.current, cursor.current)
    cursor.current = undefined
  }, [field, text])

  const look = () => {
    const box = field.current
    const found = box ? findOpenMention(box.value, box.selectionStart) : undefined
    if (found?.from !== open?.from || found?.typed !== open?.typed) {
      setOpen(found)
      setChosen(0)
    }
  }
  const close = () => setOpen(undefined)
  const take = (name: string) => {
    if (!open || !field.current) return
    const next = takeMention(text, field.current.selectionStart, open, name)
    cursor.current = next.cursor
    setText(next.text)
    close()
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setChosen((chosen + 1) % offered.length),
    ArrowUp: () => setChosen((chosen - 1 + offered.length) % offered.length),
    Enter: () => take(offered[chosen] ?? ''),
    Tab: () => take(offered[chosen] ?? ''),
    Escape: close,
  }
  const optionId = (index: number) => `${listId}-${index}`
  return {
    listId,
    offered,
    chosen,
    optionId,
    take,
    look,
    close,
    aria:
      offered.length === 0
        ? { 'aria-autocomplete': 'list' }
        : {
            'aria-autocomplete': 'list',
            'aria-controls': listId,
            'aria-activedescendant': optionId(chosen),
          },
    hear(event) {
      const act = offered.length > 0 && !event.nativeEvent.isComposing && Object.hasOwn(keys, event.key)
      if (!act || event.shiftKey) return false
      event.preventDefault()
      keys[event.key]?.()
      return true
    },
  }
}
