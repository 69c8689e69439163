// A window over the page: it holds the keyboard, Escape closes it, and what was focused before is again.
import { Dialog as Base } from '@base-ui/react/dialog'
import type { ReactNode, RefObject } from 'react'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string
  /** What is focused at first; else the first thing that can be. */
  readonly firstFocus?: RefObject<HTMLElement | null>
  readonly children: ReactNode
}

export function Dialog({ isOpen, onClose, title, description, firstFocus, children }: DialogProps) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-3">
          <Base.Popup
            {...(firstFocus && { initialFocus: firstFocus })}
            className="max-h-[calc(100dvh-1.5rem)] w-full max-w-lg overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-xl"
          >
            <div className="mb-3 flex items-start justify-between gap-3">
              <div>
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description !== undefined && (
                  <Base.Description className="text-sm text-quiet">{description}</Base.Description>
                )}
              </div>
              <Base.Close aria-label="close" className="rounded-md p-1.5 text-quiet hover:bg-raised">
                <Icon name="close" />
              </Base.Close>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
