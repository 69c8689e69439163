// A file of Markdown, drawn like the journal draws it; its source is one press away.
import { useState } from 'react'
import { printable } from '../../../lib/printable.ts'
import { Markdown } from '../../markdown/markdown.tsx'
import { Button } from '../../ui/button.tsx'
import { FileLines } from './file-lines.tsx'

/** More would only make the page slow: the source has all of it. */
const SHOWN_CHARS = 100_000

export function MarkdownFile({ path, text }: { readonly path: string; readonly text: string }) {
  const [isSource, setSource] = useState(false)
  return (
    <div className="grid gap-2">
      <Button className="justify-self-start" aria-pressed={isSource} onClick={() => setSource(!isSource)}>
        Source
      </Button>
      {isSource ? (
        <FileLines path={path} text={text} />
      ) : (
        <article
          aria-label={`${printable(path)}, rendered`}
          className="min-w-0 border-y border-line py-2 text-sm"
        >
          <Markdown text={text.slice(0, SHOWN_CHARS).replaceAll('\r\n', '\n')} />
          {text.length > SHOWN_CHARS && (
            <p className="pt-2 text-quiet">Only the beginning is rendered; the source has the rest.</p>
          )}
        </article>
      )}
    </div>
  )
}
