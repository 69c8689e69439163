// A button that opens a list of actions; one of them may open a list of its own.
import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'

export interface MenuItem {
  readonly title: string
  readonly detail?: string | undefined
  readonly isDangerous?: boolean
  readonly isChosen?: boolean
  readonly act?: () => void
  /** Instead of an act: what it opens. */
  readonly more?: readonly MenuItem[]
}

interface MenuProps {
  readonly label: string
  readonly trigger: ReactNode
  readonly look?: 'plain' | 'bare'
  readonly items?: readonly MenuItem[]
  /** Instead of items: something that draws MenuItems when the menu is opened, and costs nothing before. */
  readonly children?: ReactNode
}

const POPUP =
  'max-h-[70dvh] min-w-44 max-w-80 overflow-y-auto rounded-lg border border-line bg-surface py-1 shadow-lg'
const ITEM = 'grid cursor-pointer gap-0.5 px-3 py-1.5 text-sm data-[highlighted]:bg-raised'

export function Menu({ label, trigger, look = 'plain', items = [], children }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} className={buttonClass(look)}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} align="start" className="z-50">
          <Base.Popup aria-label={label} className={POPUP}>
            {children ?? <MenuItems items={items} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItems({ items }: { readonly items: readonly MenuItem[] }) {
  return items.map((item) =>
    item.more ? (
      <Submenu key={item.title} title={item.title} items={item.more} />
    ) : (
      <Base.Item
        key={item.title}
        onClick={item.act}
        className={`${ITEM} ${item.isDangerous === true ? 'text-bad' : ''}`}
      >
        <span>
          {item.title}
          {item.isChosen === true && <span className="text-quiet"> · selected</span>}
        </span>
        {item.detail !== undefined && <span className="text-xs text-quiet">{item.detail}</span>}
      </Base.Item>
    ),
  )
}

function Submenu({ title, items }: { readonly title: string; readonly items: readonly MenuItem[] }) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger
        className={`${ITEM} grid-cols-[1fr_auto] items-center gap-3 data-[popup-open]:bg-raised`}
      >
        {title}
        <span className="-rotate-90 text-quiet">
          <Icon name="down" size={12} />
        </span>
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner className="z-50">
          <Base.Popup aria-label={title} className={POPUP}>
            <MenuItems items={items} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}
