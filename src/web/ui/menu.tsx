// A button that opens a list of actions.
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'

export interface MenuItem {
  readonly title: string
  readonly detail?: string
  readonly isDangerous?: boolean
  readonly isChosen?: boolean
  readonly act: () => void
}

interface MenuProps {
  readonly label: string
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
}

export function Menu({ label, trigger, items }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} className={buttonClass('plain')}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className="z-50">
          <Base.Popup
            aria-label={label}
            className="max-h-[70dvh] min-w-44 overflow-y-auto rounded-lg border border-line bg-surface py-1 shadow-lg"
          >
            {items.map(({ title, detail, isDangerous, isChosen, act }) => (
              <Base.Item
                key={title}
                onClick={act}
                className={`grid cursor-pointer gap-0.5 px-3 py-1.5 text-sm data-[highlighted]:bg-raised ${isDangerous ? 'text-bad' : ''}`}
              >
                <span>
                  {title}
                  {isChosen && <span className="text-quiet"> · chosen</span>}
                </span>
                {detail !== undefined && <span className="text-xs text-quiet">{detail}</span>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
