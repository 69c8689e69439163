// Short words that come and go: what was done, what was refused, what broke and healed.
import { Toast } from '@base-ui/react/toast'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { EDGE_OF, TEXT_OF, type Tone } from './tone.ts'

export interface Said {
  readonly tone: Tone
  readonly title: string
  readonly detail?: string
}

const SHOWN_MS = 6000
const AT_ONCE = 3

export function useSay(): (said: Said) => void {
  const { add } = Toast.useToastManager()
  return ({ tone, title, detail }) => void add({ title, description: detail, type: tone, timeout: SHOWN_MS })
}

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Toast.Provider limit={AT_ONCE}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-3 bottom-20 z-50 grid w-[min(24rem,calc(100vw-1.5rem))] gap-2 md:bottom-3">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Toasts() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const tone = (toast.type ?? 'quiet') as Tone
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={`flex items-start gap-2 rounded-lg border bg-surface px-3 py-2 shadow-lg ${EDGE_OF[tone]}`}
      >
        <Toast.Content className="min-w-0 flex-1">
          <Toast.Title className={`text-sm font-semibold ${TEXT_OF[tone]}`} />
          <Toast.Description className="text-xs text-quiet [overflow-wrap:anywhere]" />
        </Toast.Content>
        <Toast.Close aria-label="close" className="rounded p-1 text-quiet hover:bg-raised">
          <Icon name="close" size={14} />
        </Toast.Close>
      </Toast.Root>
    )
  })
}
