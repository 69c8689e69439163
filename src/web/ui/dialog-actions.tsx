// The buttons at the end of a dialog. They stay in sight when what is above them has to be scrolled.
import type { ReactNode } from 'react'

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 rounded-b-xl bg-surface px-5 pt-3 pb-5">
      {children}
    </div>
  )
}
