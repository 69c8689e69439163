// An artifact, fetched when somebody wants to see it: a compaction as a card, any other as it is.
import { showControls } from '../../../lib/quote-lines.ts'
import type { JournalEntry } from '../../../protocol/journal.ts'
import { useRoute } from '../../data/use-route.ts'
import { readArtifact, type ArtifactPart } from './read-artifact.ts'

/** More would only make the page slow: nobody reads it here. */
const SHOWN_CHARS = 100_000
const LINES_MAX = 500

interface ArtifactCardProps {
  readonly entry: Pick<JournalEntry, 'project' | 'day'>
  readonly name: string
}

export function ArtifactCard({ entry: { project, day }, name }: ArtifactCardProps) {
  const { data, error } = useRoute('GET /api/journal/:project/:day/files/:folder/:name', {
    params: { project, day, folder: 'artifacts', name },
  })
  if (error) return <p className="text-xs text-bad">It can’t be shown: {error.message}</p>
  if (data === undefined) return <p className="text-xs text-quiet">it is being fetched…</p>
  const parts = readArtifact(data)
  if (parts) return <Parts parts={parts} />
  const text = JSON.stringify(data, undefined, 2).split('\n').map(showControls).join('\n')
  return (
    <pre
      data-foreign
      // oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, by the keyboard too
      tabIndex={0}
      aria-label={name}
      role="region"
      className="max-h-80 overflow-auto rounded bg-raised px-3 py-2 font-mono text-xs whitespace-pre-wrap"
    >
      {text.slice(0, SHOWN_CHARS)}
    </pre>
  )
}

function Parts({ parts }: { readonly parts: readonly ArtifactPart[] }) {
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
    </ul>
  )
}
