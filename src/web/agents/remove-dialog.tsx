// Asks again before an agent is forgotten, and says where its work stays.
import type { Agent } from '../../protocol/agents/agent.ts'
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
          The program is stopped and the agent is removed.{' '}
          {project === null
            ? 'The files in its folder are kept.'
            : `Its commits stay in ${project}, and uncommitted work goes onto the stash list there. No work is lost.`}
        </p>
        <p className="text-quiet">Undelivered messages to it will not arrive.</p>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={remove.isPending} onClick={confirm}>
            {remove.isPending ? 'Saving its work…' : `Remove ${name}`}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
