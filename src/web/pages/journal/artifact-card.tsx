// An artifact, fetched when somebody wants to see it: a compaction as a card, any other as it is.
import { showControls } from '../../../lib/quote-lines.ts'
import type { JournalEntry } from '../../../protocol/journal/journal.ts'
import { useRoute } from '../../data/use-route.ts'
import { Parts } from '../../ui/parts.tsx'
import { readArtifact } from './read-artifact.ts'

/** More would only make the page slow: nobody reads it here. */
const SHOWN_CHARS = 100_000

interface ArtifactCardProps {
  readonly entry: Pick<JournalEntry, 'project' | 'day'>
  readonly name: string
}

export function ArtifactCard({ entry: { project, day }, name }: ArtifactCardProps) {
  const { data, error } = useRoute('GET /api/journal/:project/:day/files/:folder/:name', {
    params: { project, day, folder: 'artifacts', name },
  })
  if (error) return <p className="text-xs text-bad">The file can’t be shown: {error.message}</p>
  if (data === undefined) return <p className="text-xs text-quiet">loading…</p>
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
