// On every page while a restart is announced: how long there is to call it off, and the button that does.
import { Link } from '@tanstack/react-router'
import type { Change } from '../../protocol/changes/change.ts'
import { useAct } from '../data/use-act.ts'
import { useRoute } from '../data/use-route.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TimeLeft } from '../ui/time-left.tsx'

/** One change a project at a time: more projects than these restart nothing at once. */
const SHOWN_MAX = 5

export function RestartNotice() {
  const query = { state: 'restarting', limit: SHOWN_MAX } as const
  const changes = useRoute('GET /api/improvements', { query }).data?.items ?? []
  return changes.map((change) => <Announced key={change.id} change={change} />)
}

function Announced({ change: { id, project, restartAt, description } }: { readonly change: Change }) {
  const cancel = useAct(
    'POST /api/improvements/:id/cancel',
    'restart canceled; the change is being rolled back',
  )
  return (
    <div className="mb-3" data-restart={id}>
      <Notice tone="worry" title={`${project} is about to restart`}>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {restartAt !== null && (
            <span className="font-semibold text-worry">
              <TimeLeft until={restartAt} />
            </span>
          )}
          <Link to="/changes/$id" params={{ id }} data-foreign className="line-clamp-1 text-accent underline">
            {description}
          </Link>
          <Button
            className="ml-auto"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id }, body: { reason: 'canceled in the dashboard' } })}
          >
            Cancel restart
          </Button>
        </div>
      </Notice>
    </div>
  )
}
