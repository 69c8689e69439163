// A file as text with the numbers of its lines. Marks that would turn a line around or hide a part of it are written out.
import { printable } from '../../../lib/printable.ts'

const LINE_MAX_CHARS = 2000

/** Two columns as one text each: a hundred thousand lines are drawn as fast as ten. */
export function FileLines({ path, text }: { readonly path: string; readonly text: string }) {
  const lines = text.replace(/\n$/, '').split('\n')
  return (
    <div
      role="region"
      aria-label={`text of ${printable(path)}`}
      tabIndex={0}
      className="flex overflow-x-auto border-y border-line py-1 font-mono text-xs leading-5"
    >
      <pre aria-hidden className="shrink-0 pr-3 pl-1 text-right text-quiet tabular-nums select-none">
        {lines.map((_, index) => index + 1).join('\n')}
      </pre>
      <pre data-text className="pr-3 [unicode-bidi:plaintext]">
        {lines.map((line) => printable(line.slice(0, LINE_MAX_CHARS))).join('\n')}
      </pre>
    </div>
  )
}
