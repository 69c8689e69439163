// A repository on this machine becomes a project.
import { useRef, type FormEvent } from 'react'
import type { Project } from '../../protocol/projects/project.ts'
import { useAct } from '../data/use-act.ts'
import { useDraft } from '../data/use-draft.ts'
import { Button } from '../ui/button.tsx'
import { Field, INPUT_CLASS } from '../ui/field.tsx'

export function AddProject({ projects }: { readonly projects: readonly Project[] }) {
  const field = useRef<HTMLInputElement>(null)
  const [path, setPath] = useDraft('add-project', field)
  const add = useAct('POST /api/projects')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate({ body: { path: path.trim() } }, { onSuccess: () => setPath('') })
  }
  return (
    <>
      {projects.map(({ name, path: place }) => (
        <p key={name} className="text-sm">
          <span className="font-medium">{name}</span>{' '}
          <span data-foreign className="text-quiet">
            {place}
          </span>
        </p>
      ))}
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Path of a git repository" hint="Agents work in clones; your checkout is not changed.">
            {(ids) => (
              <input
                {...ids}
                ref={field}
                className={INPUT_CLASS}
                placeholder="/path/to/project"
                spellCheck={false}
                value={path}
                onChange={({ target }) => setPath(target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" className="mb-5" disabled={path.trim() === '' || add.isPending}>
          Add
        </Button>
      </form>
    </>
  )
}
