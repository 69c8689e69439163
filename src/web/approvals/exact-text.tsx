// Text on which somebody decides: to the last character, in the order in which it is stored, wrapped and never cut.
import { useMemo } from 'react'
import { markInvisible } from './mark-invisible.ts'

/** The order of the characters, whatever is written: a right-to-left letter does not turn the rest around. */
export const EXACT_CLASS =
  'font-mono text-xs leading-5 whitespace-break-spaces [direction:ltr] [overflow-wrap:anywhere] [unicode-bidi:bidi-override]'

export function ExactText({ text }: { readonly text: string }) {
  const pieces = useMemo(() => markInvisible(text), [text])
  return pieces.map((piece, index) =>
    piece.isMark ? (
      // oxlint-disable-next-line react/no-array-index-key -- a piece has nothing else to be known by
      <mark key={index} className="rounded-sm bg-bad/15 text-bad">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
