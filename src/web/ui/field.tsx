// A labelled place to type or choose in, with room for what is wrong.
import { useId, type ReactNode } from 'react'

interface FieldProps {
  readonly label: string
  readonly hint?: ReactNode
  readonly fault?: string | undefined
  readonly children: (ids: { readonly id: string; readonly 'aria-describedby': string }) => ReactNode
}

export const INPUT_CLASS =
  'w-full rounded-md border border-line bg-ground px-2.5 py-1.5 text-sm placeholder:text-quiet'

export function Field({ label, hint, fault, children }: FieldProps) {
  const id = useId()
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint` })}
      <p id={`${id}-hint`} className={`text-xs ${fault === undefined ? 'text-quiet' : 'text-bad'}`}>
        {fault ?? hint}
      </p>
    </div>
  )
}
