// A coloured dot with its word.
import type { ReactNode } from 'react'
import { TEXT_OF, type Tone } from './tone.ts'

interface DotProps {
  readonly tone: Tone
  readonly children: ReactNode
  /** Something is going on right now. */
  readonly isBeating?: boolean
}

export function Dot({ tone, children, isBeating = false }: DotProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full bg-current ${TEXT_OF[tone]} ${isBeating ? 'animate-pulse' : ''}`}
      />
      {children}
    </span>
  )
}
