// One place of the strip: a button that is also where cards can be dropped.
import { useState, type ReactNode } from 'react'
import type { TaskId } from '../../../protocol/ids.ts'
import { allowTaskDrop, readTaskDrop } from '../../tasks/task-drag.ts'

interface AgentChipProps {
  readonly count: number
  readonly isChosen: boolean
  readonly onPress: () => void
  /** Undefined: nothing can be dropped here. */
  readonly onTask?: (id: TaskId) => void
  readonly children: ReactNode
}

export function AgentChip({ count, isChosen, onPress, onTask, children }: AgentChipProps) {
  const [isOver, setOver] = useState(false)
  const edge = isOver ? 'border-accent bg-raised' : isChosen ? 'border-accent' : 'border-line'
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onPress}
      onDragOver={(event) => setOver(onTask !== undefined && allowTaskDrop(event))}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        const id = readTaskDrop(event)
        if (id !== undefined) onTask?.(id)
      }}
      className={`flex min-h-8 items-center gap-2 rounded-full border bg-surface px-3 text-sm ${edge}`}
    >
      {children}
      <span className="text-xs text-quiet">
        {count}
        <span className="sr-only"> open tasks</span>
      </span>
    </button>
  )
}
