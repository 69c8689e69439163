// A box with a title: what pages are made of.
import { useId, type ReactNode } from 'react'

interface CardProps {
  readonly title: string
  /** Beside the title: a count, a button. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

export function Card({ title, aside, children, className = '' }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`min-w-0 rounded-lg border border-line bg-surface ${className}`}>
      <header className="flex min-h-11 items-center justify-between gap-2 px-4 pt-1">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {aside}
      </header>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </section>
  )
}
