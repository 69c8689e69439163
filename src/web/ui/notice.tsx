// A sentence that wants to be read, in the place where it matters.
import type { ReactNode } from 'react'
import { EDGE_OF, TEXT_OF, type Tone } from './tone.ts'

interface NoticeProps {
  readonly tone: Tone
  readonly title: string
  readonly children?: ReactNode
}

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div role="status" className={`rounded-lg border-l-4 border bg-surface px-4 py-3 ${EDGE_OF[tone]}`}>
      <p className={`font-semibold ${TEXT_OF[tone]}`}>{title}</p>
      {children !== undefined && <div className="text-sm text-quiet">{children}</div>}
    </div>
  )
}
