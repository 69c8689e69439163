// What a new task needs: a title. Everything else can be left as it is.
import { canRead } from '../../../protocol/messages/can-read.ts'
import { useRef, type FormEvent } from 'react'
import { TASK_PRIORITIES } from '../../../protocol/tasks/task-priorities.ts'
import type { Task } from '../../../protocol/tasks/task.ts'
import { useRoute } from '../../data/use-route.ts'
import { TaskPicker } from '../../tasks/task-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'
import { NO_PROJECT, useTaskDraft, type TaskDesk } from './use-task-draft.ts'

interface NewTaskFormProps {
  readonly open: readonly Task[]
  readonly onDone: () => void
}

/** As many as the server takes. */
const TITLE_MAX_CHARS = 500
const AFTER_MAX = 50

export function NewTaskForm({ open, onDone }: NewTaskFormProps) {
  const titleField = useRef<HTMLInputElement>(null)
  const bodyField = useRef<HTMLTextAreaElement>(null)
  const { draft, set, isSending, send } = useTaskDraft(titleField, bodyField, onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.title.trim() !== '' && !isSending) send()
  }
  return (
    <form onSubmit={submit} className="grid gap-2">
      <Field label="Title">
        {(ids) => (
          <input
            {...ids}
            ref={titleField}
            required
            maxLength={TITLE_MAX_CHARS}
            value={draft.title}
            onChange={({ target }) => set.title(target.value)}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <Field label="Description" hint="Sent to the agent as written.">
        {(ids) => (
          <textarea
            {...ids}
            ref={bodyField}
            rows={5}
            value={draft.body}
            onChange={({ target }) => set.body(target.value)}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <Choices draft={draft} set={set} />
      <Relations draft={draft} set={set} open={open} />
      <DialogActions>
        <Button look="main" type="submit" disabled={draft.title.trim() === '' || isSending}>
          {isSending ? 'Adding…' : 'Add task'}
        </Button>
      </DialogActions>
    </form>
  )
}

type Written = Pick<TaskDesk, 'draft' | 'set'>

function Choices({ draft, set }: Written) {
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items ?? []
  const projects = useRoute('GET /api/projects', { query: {} }).data?.items ?? []
  return (
    <div className="grid gap-2 sm:grid-cols-3">
      <Choice
        label="To"
        value={draft.to}
        onChoose={set.to}
        options={[
          ['', 'unassigned'],
          ...agents.filter(canRead).map(({ name, status }) => [name, `${name} (${status})`] as const),
        ]}
      />
      <Choice
        label="Priority"
        value={draft.priority}
        onChoose={set.priority}
        options={TASK_PRIORITIES.toReversed().map((priority) => [priority, priority] as const)}
      />
      <Choice
        label="Project"
        value={draft.project === '' ? NO_PROJECT : draft.project}
        onChoose={set.project}
        options={[[NO_PROJECT, 'the agent’s project'], ...projects.map(({ name }) => [name, name] as const)]}
      />
    </div>
  )
}

function Relations({ draft, set, open }: Written & Pick<NewTaskFormProps, 'open'>) {
  return (
    <>
      <Field label="Part of" hint="The parent is done when all its parts are.">
        {(ids) => (
          <TaskPicker
            {...ids}
            tasks={open}
            chosen={draft.parent}
            max={1}
            onChoose={(chosen) => set.parent(chosen.join(' '))}
          />
        )}
      </Field>
      <Field label="After" hint="Starts when these are done">
        {(ids) => (
          <TaskPicker
            {...ids}
            tasks={open}
            chosen={draft.after}
            max={AFTER_MAX}
            onChoose={(chosen) => set.after(chosen.join(' '))}
          />
        )}
      </Field>
    </>
  )
}
