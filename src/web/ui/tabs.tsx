// Sheets of one page; arrow keys go from one to the next, and only the one that is looked at is drawn.
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface Tab {
  readonly id: string
  readonly title: string
  readonly count?: number
  readonly body: () => ReactNode
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export function Tabs({ label, tabs, chosen, onChoose }: TabsProps) {
  return (
    <Base.Root
      value={chosen}
      onValueChange={(id) => onChoose(String(id))}
      className="flex min-h-0 min-w-0 flex-col gap-3"
    >
      <Base.List aria-label={label} className="flex shrink-0 gap-1 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title, count }) => (
          <Base.Tab
            key={id}
            value={id}
            className="border-b-2 border-transparent px-3 py-2 text-sm font-medium whitespace-nowrap text-quiet hover:text-ink data-[active]:border-accent data-[active]:text-ink"
          >
            {title}
            {count !== undefined && count > 0 && <span className="ml-1 text-xs text-quiet">{count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, body }) => (
        <Base.Panel key={id} value={id} className="min-h-0 flex-1">
          {body()}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
