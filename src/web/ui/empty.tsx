// An empty list says what to do.
import type { ReactNode } from 'react'

export function Empty({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-2 py-3 text-sm">
      <p className="font-medium">{title}</p>
      {children !== undefined && <div className="grid justify-items-start gap-2 text-quiet">{children}</div>}
    </div>
  )
}
