// The words of an entry; a long one is folded, and one that the list cut is fetched whole on demand.
import { useState } from 'react'
import type { JournalEntry } from '../../../protocol/journal/journal.ts'
import { useRoute } from '../../data/use-route.ts'
import { Markdown } from '../../markdown/markdown.tsx'

const FOLDED_LINES = 14
const FOLDED_CHARS = 1200
/** More would only make the page slow: nobody reads it here. */
const SHOWN_CHARS = 100_000

export function JournalText({ entry: { seq, text, bytes } }: { readonly entry: JournalEntry }) {
  const [isOpen, setOpen] = useState(false)
  const isCut = new TextEncoder().encode(text).length < bytes
  const whole = useRoute('GET /api/journal/:seq', { params: { seq } }, { enabled: isOpen && isCut })
  const folded = text.slice(0, FOLDED_CHARS).split('\n').slice(0, FOLDED_LINES).join('\n')
  const isLong = isCut || folded.length < text.length
  const all = whole.data?.text ?? text
  return (
    <>
      <Markdown text={isOpen ? all.slice(0, SHOWN_CHARS) : isLong ? `${folded}…` : folded} />
      {isOpen && whole.error && (
        <p className="text-xs text-bad">The rest can’t be shown: {whole.error.message}</p>
      )}
      {isOpen && all.length > SHOWN_CHARS && (
        <p className="text-xs text-quiet">
          Too long to show here; the full text is in the home’s journal folder.
        </p>
      )}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="justify-self-start rounded text-xs font-medium text-accent underline"
        >
          {isOpen
            ? 'show less'
            : `show all (${bytes < 2048 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KiB`})`}
        </button>
      )}
    </>
  )
}
