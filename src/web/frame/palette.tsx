// Everything by keyboard: Ctrl or Cmd with K, then a few letters of where to go or what to do.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { useState } from 'react'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useCommands, type PaletteCommand } from './use-commands.ts'
import { useShortcuts } from './use-shortcuts.ts'

export function Palette() {
  const [isOpen, setOpen] = useState(false)
  useShortcuts(() => setOpen((open) => !open))
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger
        className={buttonClass('plain')}
        aria-label="search pages, agents and commands with Ctrl K"
      >
        <Icon name="search" size={14} />
        <kbd className="font-sans text-xs text-quiet max-md:hidden">Ctrl K</kbd>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 pt-16">
          <Dialog.Popup
            aria-label="commands"
            className="grid max-h-[70dvh] w-full max-w-lg grid-rows-[auto_1fr] overflow-hidden rounded-xl border border-line bg-surface shadow-xl"
          >
            <Choices onChosen={() => setOpen(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** More than one looks through; a letter more brings the others. */
const SHOWN_MAX = 30

function Choices({ onChosen }: { readonly onChosen: () => void }) {
  const commands = useCommands()
  return (
    <Autocomplete.Root
      open
      inline
      items={commands}
      limit={SHOWN_MAX}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(command: PaletteCommand) => `${command.title} ${command.detail}`}
    >
      <Autocomplete.Input
        aria-label="search commands"
        placeholder="Search pages, agents and commands…"
        className="w-full border-b border-line bg-transparent px-4 py-3 outline-none placeholder:text-quiet"
      />
      <div className="min-h-0 overflow-y-auto py-1">
        <Autocomplete.Empty>
          <p className="px-4 py-3 text-sm text-quiet empty:hidden">No results</p>
        </Autocomplete.Empty>
        <Autocomplete.List>
          {(command: PaletteCommand) => (
            <Autocomplete.Item
              key={command.id}
              value={command}
              onClick={() => {
                onChosen()
                command.act()
              }}
              className="flex cursor-pointer items-baseline justify-between gap-3 px-4 py-2 text-sm data-[highlighted]:bg-raised"
            >
              <span className="truncate">{command.title}</span>
              <span className="shrink-0 text-xs text-quiet">{command.detail}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}
