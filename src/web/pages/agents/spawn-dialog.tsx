// Starts a new agent: a name is enough, everything else has a default.
import { useRef } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { SpawnFields } from './spawn-fields.tsx'

interface SpawnDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function SpawnDialog({ isOpen, onClose }: SpawnDialogProps) {
  const name = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      firstFocus={name}
      isOpen={isOpen}
      onClose={onClose}
      title="Spawn an agent"
      description="The agent starts in its own terminal and keeps running until you stop it."
    >
      <SpawnFields nameField={name} onClose={onClose} />
    </Dialog>
  )
}
