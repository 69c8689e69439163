// The one button. `look` says how much it wants to be pressed.
import type { ComponentProps } from 'react'

const LOOKS = {
  main: 'bg-accent text-on-accent border-transparent hover:opacity-90',
  plain: 'bg-surface text-ink border-line hover:bg-raised',
  bare: 'border-transparent text-quiet hover:bg-raised hover:text-ink',
  danger: 'bg-surface text-bad border-line hover:border-bad',
} as const

interface Look {
  readonly look?: keyof typeof LOOKS
}

export function Button({ look = 'plain', className = '', ...rest }: ComponentProps<'button'> & Look) {
  return <button type="button" className={`${buttonClass(look)} ${className}`} {...rest} />
}

export function buttonClass(look: keyof typeof LOOKS = 'plain'): string {
  return `inline-flex min-h-8 items-center justify-center gap-1.5 rounded-md border px-2.5 py-1 text-sm font-medium whitespace-nowrap disabled:opacity-50 ${LOOKS[look]}`
}
