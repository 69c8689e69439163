// What can be said about a new agent. What is typed is kept while the window is open.
import { useNavigate } from '@tanstack/react-router'
import { useState, type RefObject } from 'react'
import { useAct } from '../../data/use-act.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'
import { checkName } from './check-name.ts'
import { RuntimeChoice } from './runtime-choice.tsx'
import { SpawnDetails } from './spawn-details.tsx'
import { EMPTY_FORM, spawnRequest, type SpawnForm } from './spawn-request.ts'

interface SpawnFieldsProps {
  readonly nameField: RefObject<HTMLInputElement | null>
  readonly onClose: () => void
}

export function SpawnFields({ nameField, onClose }: SpawnFieldsProps) {
  const [project = ''] = useProject()
  const [form, setForm] = useState<SpawnForm>({ ...EMPTY_FORM, project })
  const set = (change: Partial<SpawnForm>) => setForm((old) => ({ ...old, ...change }))
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const fault = checkName(
    form.name,
    agents.map(({ name }) => name),
  )
  const navigate = useNavigate()
  const spawn = useAct('POST /api/agents')
  const submit = () =>
    spawn.mutate(
      { body: spawnRequest(form) },
      { onSuccess: ({ name }) => void navigate({ to: '/agents/$name', params: { name } }) },
    )
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Name" fault={fault} hint="Lower-case letters, digits and dashes">
        {(ids) => (
          <input
            {...ids}
            ref={nameField}
            required
            autoComplete="off"
            spellCheck={false}
            value={form.name}
            aria-invalid={fault !== undefined}
            onChange={({ target }) => set({ name: target.value })}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <Field label="Task" hint="Sent as the first message">
        {(ids) => (
          <textarea
            {...ids}
            rows={3}
            value={form.task}
            onChange={({ target }) => set({ task: target.value })}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <RuntimeChoice chosen={form.runtime} onChoose={(runtime) => set({ runtime })} />
      <SpawnDetails form={form} set={set} />
      <p className="text-xs text-quiet">
        The agent is sandboxed if this machine supports it. Otherwise its page says why not.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="main"
          type="submit"
          disabled={form.name === '' || fault !== undefined || spawn.isPending}
        >
          {spawn.isPending ? 'Spawning…' : 'Spawn'}
        </Button>
      </DialogActions>
    </form>
  )
}
