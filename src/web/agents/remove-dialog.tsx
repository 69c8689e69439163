// Asks again before an agent is forgotten, and says where its work stays.
import type { Agent } from '../../protocol/agent.ts'
import { useAct } from '../data/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogActions } from '../ui/dialog-actions.tsx'

interface RemoveDialogProps {
  readonly agent: Pick<Agent, 'name' | 'project'>
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onRemoved?: () => void
}

export function RemoveDialog({ agent: { name, project }, isOpen, onClose, onRemoved }: RemoveDialogProps) {
  const remove = useAct('DELETE /api/agents/:name', `${name} was removed; its work is kept`)
  const confirm = () =>
    remove.mutate(
      { params: { name } },
      {
        onSuccess() {
          onClose()
          onRemoved?.()
        },
      },
    )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={`Remove ${name}?`}>
      <div className="grid gap-3 text-sm">
        <p>
          Its program is ended and its place is given up.{' '}
          {project === null
            ? 'The files in its folder are kept.'
            : `Its commits stay in ${project}, and what it has not committed goes on the stash list there: nothing of its work is lost.`}
        </p>
        <p className="text-quiet">Mail that still waits for it will not arrive.</p>
        <DialogActions>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" disabled={remove.isPending} onClick={confirm}>
            {remove.isPending ? 'Bringing its work to safety…' : `Remove ${name}`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
