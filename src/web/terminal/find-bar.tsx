// Finds text in a terminal and its scrollback: Enter goes up to the one before, Shift Enter down, Escape back to the terminal.
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import type { Emulator } from './make-emulator.ts'
import { TERMINAL_COLOURS, type Look } from './terminal-colours.ts'

interface FindBarProps {
  readonly emulator: Emulator
  readonly look: Look
  readonly onClose: () => void
}

const BUTTON_CLASS =
  'grid size-7 shrink-0 place-items-center rounded text-quiet hover:bg-raised hover:text-ink'

export function FindBar({ emulator: { search, xterm }, look, onClose }: FindBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [found, setFound] = useState<{ readonly resultIndex: number; readonly resultCount: number }>()
  useEffect(() => {
    field.current?.focus()
    const listening = search.onDidChangeResults(setFound)
    return () => {
      listening.dispose()
      search.clearDecorations()
    }
  }, [search])
  const options = { decorations: decorationsOf(look) }
  const close = () => {
    onClose()
    xterm.focus()
  }
  const go = (way: 'findPrevious' | 'findNext', what = text) => void search[way](what, options)
  return (
    <search
      className="absolute top-2 right-2 left-2 flex items-center gap-1 rounded-md border border-line bg-surface p-1 text-sm shadow-lg sm:left-auto sm:w-80"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close()
        else if (event.key === 'Enter' && event.target === field.current)
          go(event.shiftKey ? 'findNext' : 'findPrevious')
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <input
        ref={field}
        value={text}
        aria-label="find in the terminal"
        placeholder="Find"
        className="min-w-0 flex-1 bg-transparent px-1.5 outline-none placeholder:text-quiet"
        onChange={(event) => {
          setText(event.target.value)
          // The newest is at the bottom, and is what is looked for first.
          go('findPrevious', event.target.value)
        }}
      />
      <span role="status" className="shrink-0 text-xs text-quiet tabular-nums">
        {text === '' ? '' : describeFound(found)}
      </span>
      <button
        type="button"
        aria-label="previous match"
        className={BUTTON_CLASS}
        onClick={() => go('findPrevious')}
      >
        <Icon name="up" size={14} />
      </button>
      <button type="button" aria-label="next match" className={BUTTON_CLASS} onClick={() => go('findNext')}>
        <Icon name="down" size={14} />
      </button>
      <button type="button" aria-label="close the search" className={BUTTON_CLASS} onClick={close}>
        <Icon name="close" size={14} />
      </button>
    </search>
  )
}

function describeFound(
  found: { readonly resultIndex: number; readonly resultCount: number } | undefined,
): string {
  if (!found || found.resultCount === 0) return 'none'
  return found.resultIndex < 0 ? `${found.resultCount}+` : `${found.resultIndex + 1} of ${found.resultCount}`
}

function decorationsOf(look: Look) {
  const { found, chosen } = TERMINAL_COLOURS[look]
  return {
    matchBackground: found,
    matchOverviewRuler: found,
    activeMatchBackground: chosen,
    activeMatchColorOverviewRuler: chosen,
  }
}
