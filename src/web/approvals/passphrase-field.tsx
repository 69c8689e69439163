// Where the passphrase is typed that a yes needs, when one is set. It is never kept.
import type { RefObject } from 'react'
import { INPUT_CLASS } from '../ui/field.tsx'

interface PassphraseFieldProps {
  readonly field?: RefObject<HTMLInputElement | null>
  readonly text: string
  readonly onChange: (text: string) => void
}

export function PassphraseField({ field, text, onChange }: PassphraseFieldProps) {
  return (
    <input
      ref={field}
      type="password"
      aria-label="passphrase"
      placeholder="Approval passphrase"
      autoComplete="off"
      value={text}
      onChange={({ target }) => onChange(target.value)}
      className={`${INPUT_CLASS} max-w-56 max-sm:max-w-none`}
    />
  )
}
