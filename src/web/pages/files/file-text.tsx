// A file as text with the numbers of its lines. Marks that would turn a line around or hide a part of it are written out.
import { printable } from '../../../lib/printable.ts'
import type { Sight } from '../../../protocol/sight.ts'
import { Ago } from '../../ui/ago.tsx'
import { Empty } from '../../ui/empty.tsx'
import { sayBytes } from '../../words/say-bytes.ts'

const LINE_MAX_CHARS = 2000

type FileTextProps = Omit<Extract<Sight, { kind: 'file' }>, 'kind'> & { readonly path: string }

export function FileText({ path, bytes, changedAt, text, isCut }: FileTextProps) {
  return (
    <>
      <p className="flex gap-x-3 pb-2 text-xs text-quiet">
        <span>{sayBytes(bytes)}</span>
        <span>
          changed <Ago at={changedAt} />
        </span>
      </p>
      {text === null ? (
        <Empty title="This is no text.">It is not shown here.</Empty>
      ) : (
        <Lines path={path} lines={text.replace(/\n$/, '').split('\n')} />
      )}
      {isCut && text !== null && <p className="pt-2 text-sm text-quiet">Only its beginning is shown.</p>}
    </>
  )
}

/** Two columns as one text each: a hundred thousand lines are drawn as fast as ten. */
function Lines({ path, lines }: { readonly path: string; readonly lines: readonly string[] }) {
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
