// A task that is being written, kept over a closed window and a reload; and how it is sent.
import { useRef, type RefObject } from 'react'
import type { AddTask } from '../../../protocol/tasks/task.ts'
import type { RouteRequest } from '../../../protocol/routes.ts'
import type { TaskId } from '../../../protocol/ids.ts'
import { useAct } from '../../data/use-act.ts'
import { useDraft } from '../../data/use-draft.ts'
import { useProject } from '../../frame/use-project.ts'
import { makeTaskId } from '../../tasks/make-task-id.ts'

type Body = NonNullable<RouteRequest<'POST /api/tasks'>['body']>

interface Draft {
  readonly title: string
  readonly body: string
  readonly to: string
  readonly project: string
  readonly priority: AddTask['priority']
  readonly parent: readonly TaskId[]
  readonly after: readonly TaskId[]
}

type Fields = Readonly<Record<keyof Draft, (text: string) => void>>

export interface TaskDesk {
  readonly draft: Draft
  readonly set: Fields
  readonly isSending: boolean
  send(): void
}

const ids = (text: string) => text.split(' ').filter((id) => id !== '') as TaskId[]

export function useTaskDraft(
  titleField: RefObject<HTMLInputElement | null>,
  bodyField: RefObject<HTMLTextAreaElement | null>,
  onDone: () => void,
): TaskDesk {
  const none = useRef<HTMLInputElement>(null)
  const [frameProject] = useProject()
  const [title, setTitle] = useDraft('new-task.title', titleField)
  const [body, setBody] = useDraft('new-task.body', bodyField)
  const [to, setTo] = useDraft('new-task.to', none)
  const [project, setProject] = useDraft('new-task.project', none)
  const [priority, setPriority] = useDraft('new-task.priority', none)
  const [parent, setParent] = useDraft('new-task.parent', none)
  const [after, setAfter] = useDraft('new-task.after', none)
  const add = useAct('POST /api/tasks', 'Task added')
  const set = {
    title: setTitle,
    body: setBody,
    to: setTo,
    project: setProject,
    priority: setPriority,
    parent: setParent,
    after: setAfter,
  }
  const draft: Draft = {
    title,
    body,
    to,
    project: project === '' ? (frameProject ?? '') : project,
    priority: (priority || 'normal') as AddTask['priority'],
    parent: ids(parent),
    after: ids(after),
  }
  const sent = useRef({ text: '', id: '' })
  const send = () => {
    const request = requestOf(draft)
    const text = JSON.stringify(request)
    // The same text again is the same task: its answer was lost.
    if (sent.current.text !== text) sent.current = { text, id: makeTaskId(Date.now()) }
    const named = { ...request, id: sent.current.id as TaskId }
    add.mutate(
      { body: named },
      {
        onSuccess() {
          for (const empty of Object.values(set)) empty('')
          onDone()
        },
      },
    )
  }
  return { draft, set, isSending: add.isPending, send }
}

function requestOf({ title, body, to, project, priority, parent, after }: Draft): Body {
  return {
    title: title.trim(),
    body,
    priority,
    after: [...after],
    ...(to !== '' && { assignee: to }),
    ...(project !== '' && project !== NO_PROJECT && { project }),
    ...(parent[0] !== undefined && { parent: parent[0] }),
  }
}

/** Chosen on purpose, also while the frame shows one. No project can be called so. */
export const NO_PROJECT = '-'
