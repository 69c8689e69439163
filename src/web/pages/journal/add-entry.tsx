// Writes into the journal. What is half typed is kept; sent again after a lost answer it is one entry.
import { useRef, useState, type KeyboardEvent } from 'react'
import { WRITTEN_KINDS } from '../../../protocol/journal/journal-kinds.ts'
import { newId } from '../../data/new-id.ts'
import { useAct } from '../../data/use-act.ts'
import { useDraft } from '../../data/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'

const TEXT_MAX_CHARS = 100_000

export function AddEntry({ project }: { readonly project: string | undefined }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft('journal', field)
  const [kind, setKind] = useState<(typeof WRITTEN_KINDS)[number]>('note')
  const [id, setId] = useState(newId)
  const add = useAct('POST /api/journal', undefined, () => {
    setText('')
    setId(newId())
  })
  const isEmpty = text.trim() === ''
  const write = () => {
    if (isEmpty || add.isPending) return
    const place = project === undefined ? {} : { project }
    add.mutate({ body: { id, text, kind, ...place } })
  }
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) write()
  }
  return (
    <div className="mb-3 grid gap-1">
      <Field
        label="New journal entry"
        hint={project === undefined ? 'Markdown. No project.' : `Markdown. Project: ${project}.`}
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            rows={2}
            maxLength={TEXT_MAX_CHARS}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={hear}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <select
          aria-label="kind of entry"
          value={kind}
          onChange={({ target }) => setKind(target.value as typeof kind)}
          className={`${INPUT_CLASS} max-w-36`}
        >
          {WRITTEN_KINDS.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <Button disabled={isEmpty || add.isPending} onClick={write}>
          Add
        </Button>
      </div>
    </div>
  )
}
