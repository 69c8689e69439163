// Says something of a task: an answer to whoever asks, a note, or what came of it. What is half typed is kept.
import { useRef, type KeyboardEvent } from 'react'
import type { Task } from '../../../protocol/tasks/task.ts'
import { useDraft } from '../../data/use-draft.ts'
import { describeTaskState, isOpenState } from '../../tasks/describe-task-state.ts'
import { useChangeTask, type TaskChange } from '../../tasks/use-change-task.ts'
import { Button } from '../../ui/button.tsx'
import { Field, INPUT_CLASS } from '../../ui/field.tsx'

const NOTE_MAX_CHARS = 16 * 1024

export function TaskNote({ task: { id, state, assignee } }: { readonly task: Task }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useDraft(`task-note.${id}`, field)
  const change = useChangeTask()
  const isAsking = describeTaskState(state).column === 'asking'
  const isEmpty = text.trim() === ''
  const say = (what: TaskChange) => change(id, what, () => setText(''))
  const sayMain = () => say(isAsking ? { state: 'working', note: text } : { note: text })
  const hear = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isEmpty) sayMain()
  }
  return (
    <div className="grid gap-1">
      <Field
        label={isAsking ? 'Your answer' : 'Add a note'}
        hint={
          isAsking ? `Sent to ${assignee ?? 'the assignee'}, who continues with it.` : 'Kept in the history.'
        }
      >
        {(ids) => (
          <textarea
            {...ids}
            ref={field}
            rows={3}
            maxLength={NOTE_MAX_CHARS}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={hear}
            className={INPUT_CLASS}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look={isAsking ? 'main' : 'plain'} disabled={isEmpty} onClick={sayMain}>
          {isAsking ? 'Answer' : 'Add note'}
        </Button>
        {isAsking && (
          <Button disabled={isEmpty} onClick={() => say({ note: text })}>
            Add as note only
          </Button>
        )}
        {isOpenState(state) && (
          <Button disabled={isEmpty} onClick={() => say({ state: 'completed', result: text })}>
            Complete with this result
          </Button>
        )}
      </div>
    </div>
  )
}
