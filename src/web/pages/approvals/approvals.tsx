// What agents may only do when a person says so: what waits, what waits longest first; and what was decided before.
import { useApprovals } from '../../approvals/use-approvals.ts'
import { useProject } from '../../frame/use-project.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { DecidedList } from './decided-list.tsx'

export function Approvals() {
  const [project] = useProject()
  const { waiting, count, isKnown, error } = useApprovals()
  const isLive = useConnection().kind === 'live'
  const mine = waiting.filter((each) => project === undefined || (each.project ?? project) === project)
  const others = count - mine.length
  return (
    <div className="mx-auto grid max-w-5xl gap-4">
      <h1 className="text-lg font-semibold">Approvals</h1>
      {error && <Notice tone="bad" title={error.message} />}
      <Card title="Needs attention" aside={mine.length > 0 && <Badge tone="busy">{mine.length}</Badge>}>
        {isKnown && mine.length === 0 && (
          <Empty title="No approvals waiting">
            <p>
              Actions that agents may only take after your approval show up here and under Needs attention.
            </p>
            <Command text="cmux approvals list" />
          </Empty>
        )}
        <ul aria-label="waiting requests" className={isLive ? '' : 'opacity-60'}>
          {mine.map((approval) => (
            <ApprovalRow key={approval.id} approval={approval} />
          ))}
        </ul>
        {others > 0 && (
          <p className="text-sm text-quiet">and {others} more, in other projects or not listed</p>
        )}
      </Card>
      <DecidedList />
    </div>
  )
}
