// A small word or number in a frame.
import type { ReactNode } from 'react'
import { EDGE_OF, TEXT_OF, type Tone } from './tone.ts'

export function Badge({ tone = 'quiet', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded border px-1.5 text-xs whitespace-nowrap ${EDGE_OF[tone]} ${TEXT_OF[tone]}`}
    >
      {children}
    </span>
  )
}
