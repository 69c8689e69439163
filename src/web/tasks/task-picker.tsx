// Chooses open tasks by a few letters of their titles.
import { Combobox } from '@base-ui/react/combobox'
import type { TaskId } from '../../protocol/ids.ts'
import type { Task } from '../../protocol/tasks/task.ts'
import { INPUT_CLASS } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

interface TaskPickerProps {
  readonly id: string
  readonly 'aria-describedby': string
  readonly tasks: readonly Task[]
  readonly chosen: readonly TaskId[]
  /** Choosing one more than this lets go of the first. */
  readonly max: number
  readonly onChoose: (ids: readonly TaskId[]) => void
}

/** More than anybody reads; a letter more brings fewer. */
const SHOWN_MAX = 50

export function TaskPicker({ id, tasks, chosen, max, onChoose, ...described }: TaskPickerProps) {
  const value = chosen.flatMap((each) => tasks.find((task) => task.id === each) ?? [])
  return (
    <Combobox.Root
      multiple
      items={tasks}
      value={value}
      limit={SHOWN_MAX}
      itemToStringLabel={({ title }: Task) => title}
      onValueChange={(next: Task[]) => onChoose(next.slice(-max).map((task) => task.id))}
    >
      <Combobox.Chips className="grid gap-1">
        {value.map((task) => (
          <Combobox.Chip
            key={task.id}
            aria-label={task.title}
            className="flex items-center gap-1 rounded-md border border-line bg-raised pl-2 text-sm"
          >
            <span data-foreign className="min-w-0 flex-1 truncate">
              {task.title}
            </span>
            <Combobox.ChipRemove
              aria-label={`remove ${task.title}`}
              className="grid size-7 place-items-center"
            >
              <Icon name="close" size={12} />
            </Combobox.ChipRemove>
          </Combobox.Chip>
        ))}
        <Combobox.Input
          id={id}
          {...described}
          placeholder="search open tasks"
          // Escape closes the list or the window; it would also forget what was chosen.
          onKeyDown={(event) => event.key === 'Escape' && event.preventBaseUIHandler()}
          className={INPUT_CLASS}
        />
      </Combobox.Chips>
      <Combobox.Portal>
        <Combobox.Positioner sideOffset={4} className="z-50">
          <Combobox.Popup className="max-h-60 w-(--anchor-width) overflow-y-auto rounded-lg border border-line bg-surface py-1 shadow-lg">
            <Combobox.Empty>
              <p className="px-3 py-1.5 text-sm text-quiet">No matching open task</p>
            </Combobox.Empty>
            <Combobox.List>
              {(task: Task) => (
                <Combobox.Item
                  key={task.id}
                  value={task}
                  className="cursor-pointer px-3 py-1.5 text-sm data-[highlighted]:bg-raised data-[selected]:text-quiet"
                >
                  <span data-foreign>{task.title}</span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  )
}
