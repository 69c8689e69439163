// More about a thing, when it is pointed at or reached by keyboard. One window serves all of them: a page may have hundreds.
import { Tooltip } from '@base-ui/react/tooltip'
import { createContext, use, useState, type ReactElement, type ReactNode } from 'react'

type Handle = ReturnType<typeof Tooltip.createHandle<ReactNode>>

const HandleContext = createContext<Handle | undefined>(undefined)

const DELAY_MS = 200

export function HintProvider({ children }: { readonly children: ReactNode }) {
  const [handle] = useState(() => Tooltip.createHandle<ReactNode>())
  return (
    <HandleContext value={handle}>
      <Tooltip.Provider delay={DELAY_MS}>
        {children}
        <Tooltip.Root handle={handle}>
          {({ payload }) => (
            <Tooltip.Portal>
              <Tooltip.Positioner sideOffset={6} className="z-50">
                <Tooltip.Popup className="max-w-sm rounded-md border border-line bg-surface px-3 py-2 text-xs shadow-lg">
                  {payload}
                </Tooltip.Popup>
              </Tooltip.Positioner>
            </Tooltip.Portal>
          )}
        </Tooltip.Root>
      </Tooltip.Provider>
    </HandleContext>
  )
}

export function Hint({ says, children }: { readonly says: ReactNode; readonly children: ReactElement }) {
  const handle = use(HandleContext)
  return <Tooltip.Trigger {...(handle && { handle })} payload={says} render={children} />
}
