// One step of the way in: its number until it is done, then a mark.
import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'

interface StepProps {
  readonly number: number
  readonly title: string
  readonly isDone: boolean
  readonly children: ReactNode
}

export function Step({ number, title, isDone, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_1fr] gap-x-3">
      <span
        aria-label={isDone ? 'done' : `step ${number}`}
        role="img"
        className={`grid size-7 place-items-center rounded-full border text-sm font-semibold ${isDone ? 'border-well text-well' : 'border-line text-quiet'}`}
      >
        {isDone ? <Icon name="check" size={14} /> : number}
      </span>
      <div className="grid min-w-0 gap-2">
        <h3 className="pt-0.5 font-medium">{title}</h3>
        {children}
      </div>
    </li>
  )
}
