// Requests that are over, newest first, a page at a time.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ApprovalFilter } from './approval-filter.tsx'
import { ApprovalRow } from './approval-row.tsx'
import { queryOf, type ApprovalsWanted } from './approvals-wanted.ts'

const PAGE = 50

export function DecidedList() {
  const wanted: ApprovalsWanted = useSearch({ from: '/approvals' })
  const navigate = useNavigate({ from: '/approvals' })
  const [project] = useProject()
  const [cursor, setCursor] = useState<string>()
  const query = { ...queryOf(wanted, project), limit: PAGE, ...(cursor !== undefined && { cursor }) }
  const { data, error } = useRoute('GET /api/approvals', { query }, { keepsOld: true })
  const change = (next: ApprovalsWanted) => {
    setCursor(undefined)
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  }
  return (
    <Card title="History">
      <ApprovalFilter wanted={wanted} onChange={change} />
      {error && <Notice tone="bad" title={error.message} />}
      {data?.items.length === 0 && <Empty title="No matches" />}
      <ul aria-label="past approvals">
        {data?.items.map((approval) => (
          <ApprovalRow key={approval.id} approval={approval} />
        ))}
      </ul>
      {(cursor !== undefined || data?.next) && (
        <Pager
          isNewest={cursor === undefined}
          next={data?.next}
          onNewest={() => setCursor(undefined)}
          onOlder={setCursor}
        />
      )}
    </Card>
  )
}
