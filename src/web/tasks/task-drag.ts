// A task that is dragged with the mouse: what goes along, and who can take it.
import type { DragEvent } from 'react'
import type { TaskId } from '../../protocol/ids.ts'

const KIND = 'application/x-cmux-task'

export function startTaskDrag({ dataTransfer }: DragEvent, id: TaskId): void {
  dataTransfer.setData(KIND, id)
  dataTransfer.effectAllowed = 'move'
}

/** Is it a task that hangs over here? Then it may be dropped. */
export function allowTaskDrop(event: DragEvent): boolean {
  if (!event.dataTransfer.types.includes(KIND)) return false
  event.preventDefault()
  event.dataTransfer.dropEffect = 'move'
  return true
}

export function readTaskDrop(event: DragEvent): TaskId | undefined {
  const id = event.dataTransfer.getData(KIND)
  if (id === '') return undefined
  event.preventDefault()
  return id as TaskId
}
