// The files of an entry: artifacts are shown here, everything can be saved.
import { useState } from 'react'
import type { JournalEntry } from '../../../protocol/journal/journal.ts'
import { useDownload } from '../../data/use-download.ts'
import { ArtifactCard } from './artifact-card.tsx'

export function JournalFiles({ entry }: { readonly entry: JournalEntry }) {
  if (entry.files.length === 0) return null
  return (
    <ul aria-label="files" className="grid gap-1">
      {entry.files.map((file) => (
        <li key={file} className="grid gap-1">
          <File entry={entry} file={file} />
        </li>
      ))}
    </ul>
  )
}

function File({ entry, file }: { readonly entry: JournalEntry; readonly file: string }) {
  const [isOpen, setOpen] = useState(false)
  const [folder, name = ''] = file.split('/')
  const download = useDownload(`/api/journal/${entry.project}/${entry.day}/files/${file}`, name)
  const canShow = folder === 'artifacts' && name.endsWith('.json')
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 text-xs">
        <button
          type="button"
          data-foreign
          title="save this file"
          onClick={download.save}
          disabled={download.isBusy}
          className="rounded text-left text-accent underline"
        >
          {name}
        </button>
        {canShow && (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="rounded font-medium text-accent underline"
          >
            {isOpen ? 'hide' : 'show'}
          </button>
        )}
      </p>
      {isOpen && <ArtifactCard entry={entry} name={name} />}
    </>
  )
}
