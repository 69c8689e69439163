// A command to type in a terminal, with a button that copies it.
import { useState } from 'react'
import { Icon } from './icon.tsx'

const SHOWN_MS = 1500

export function Command({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), SHOWN_MS)
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1 rounded-md border border-line bg-raised pl-2 font-mono text-xs">
      <code data-foreign className="py-1">
        {text}
      </code>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={isCopied ? 'copied' : `copy ${text}`}
        className="grid size-7 shrink-0 place-items-center text-quiet hover:text-ink"
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={14} />
      </button>
    </span>
  )
}
