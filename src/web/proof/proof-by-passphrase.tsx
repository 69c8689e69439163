// The passphrase for approvals proves that a person is there. It is never kept.
import { useRef, useState } from 'react'
import type { ProofKind } from '../../protocol/approvals/proof-kinds.ts'
import { useAct } from '../data/use-act.ts'
import { Button } from '../ui/button.tsx'
import { INPUT_CLASS } from '../ui/field.tsx'

interface ProofByPassphraseProps {
  readonly kind: ProofKind
  readonly onProven: () => void
}

export function ProofByPassphrase({ kind, onProven }: ProofByPassphraseProps) {
  const field = useRef<HTMLInputElement>(null)
  const [passphrase, setPassphrase] = useState('')
  const { mutate, isPending } = useAct('POST /api/proofs', undefined, onProven)
  return (
    <form
      className="flex flex-wrap gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (passphrase === '') field.current?.focus()
        else mutate({ body: { kind, passphrase } })
      }}
    >
      <input
        ref={field}
        type="password"
        aria-label="passphrase"
        placeholder="Passphrase for approvals"
        autoComplete="off"
        value={passphrase}
        onChange={({ target }) => setPassphrase(target.value)}
        className={`${INPUT_CLASS} min-w-40 flex-1`}
      />
      <Button type="submit" look="main" disabled={isPending}>
        Continue
      </Button>
    </form>
  )
}
