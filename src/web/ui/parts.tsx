// Headings with lines of somebody's words each. What a line could be taken for otherwise is written out.
import { showControls } from '../../lib/quote-lines.ts'

export interface Part {
  readonly title: string
  readonly lines: readonly string[]
}

/** More would only make the page slow: nobody reads it here. */
const LINES_MAX = 500

export function Parts({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <dl className="grid gap-2 rounded border border-line bg-raised px-3 py-2 text-sm">
      {parts.map(({ title, lines }) => (
        <div key={title} className="grid gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="text-quiet">{title}</dt>
          <dd data-foreign className="min-w-0">
            {lines.length === 0 ? <span className="text-quiet">none</span> : <Lines lines={lines} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="grid gap-0.5">
      {lines.slice(0, LINES_MAX).map((line, index) => (
        // oxlint-disable-next-line no-array-index-key -- lines may be the same
        <li key={index} dir="auto" className="whitespace-pre-wrap">
          {line.split('\n').map(showControls).join('\n')}
        </li>
      ))}
      {lines.length > LINES_MAX && <li className="text-quiet">… and {lines.length - LINES_MAX} more</li>}
    </ul>
  )
}
