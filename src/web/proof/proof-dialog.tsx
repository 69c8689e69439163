// Asks the person to prove that they are there: by the passphrase where one is set, else by a code for a terminal of theirs.
import { useCallback, useSyncExternalStore } from 'react'
import { PROOF_KINDS, type ProofKind } from '../../protocol/approvals/proof-kinds.ts'
import { useApp } from '../app.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TimeLeft } from '../ui/time-left.tsx'
import { ProofByPassphrase } from './proof-by-passphrase.tsx'
import { useProof } from './use-proof.ts'

export function ProofDialog() {
  const { proofs } = useApp()
  const kind = useSyncExternalStore(proofs.subscribe, proofs.current)
  if (kind === undefined) return null
  return (
    <Dialog
      isOpen
      onClose={() => proofs.answer(false)}
      title="Confirm your identity"
      description={`You are about to ${PROOF_KINDS[kind]}. The confirmation is valid for 5 minutes, for this browser and this kind of action.`}
    >
      <Way key={kind} kind={kind} />
    </Dialog>
  )
}

function Way({ kind }: { readonly kind: ProofKind }) {
  const { proofs } = useApp()
  const onProven = useCallback(() => proofs.answer(true), [proofs])
  const way = useProof(kind, onProven)
  if (way.by === 'passphrase') return <ProofByPassphrase kind={kind} onProven={onProven} />
  if (way.by === 'unknown') return <p role="status">{way.problem ?? 'Loading…'}</p>
  return (
    <div className="grid justify-items-start gap-2 text-sm">
      <p>Run this in a terminal on the machine that cmux runs on:</p>
      <Command text={`cmux confirm ${way.code}`} />
      <p role="status" className="text-quiet">
        Then this page continues by itself (<TimeLeft until={way.expiresAt} />
        ).
      </p>
    </div>
  )
}
