// Asks again before something that is not easily undone.
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'

interface ConfirmProps {
  readonly isOpen: boolean
  readonly title: string
  readonly description: string
  readonly action: string
  readonly onAnswer: (isYes: boolean) => void
}

export function Confirm({ isOpen, title, description, action, onAnswer }: ConfirmProps) {
  return (
    <Dialog isOpen={isOpen} onClose={() => onAnswer(false)} title={title} description={description}>
      <DialogActions>
        <Button onClick={() => onAnswer(false)}>Cancel</Button>
        <Button look="danger" onClick={() => onAnswer(true)}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
