// Who did what and when, as far back as the history goes; and whether it is still what was written.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useDownload } from '../../data/use-download.ts'
import { useRoute } from '../../data/use-route.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { AuditTable } from './audit-table.tsx'
import { exportAddress, queryOf, type AuditWanted } from './audit-wanted.ts'
import { Verification } from './verification.tsx'

const NEWEST = Number.MAX_SAFE_INTEGER
const LOOK_AGAIN_MS = 10_000

export function Audit() {
  const wanted: AuditWanted = useSearch({ from: '/audit' })
  const navigate = useNavigate({ from: '/audit' })
  const [before, setBefore] = useState(NEWEST)
  const isNewest = before === NEWEST
  const query = { ...queryOf(wanted), before, limit: 100 }
  const options = { keepsOld: true, ...(isNewest && { everyMs: LOOK_AGAIN_MS }) }
  const { data, error } = useRoute('GET /api/audit', { query }, options)
  const download = useDownload(exportAddress(wanted), 'audit.jsonl')
  const change = (next: AuditWanted) => {
    setBefore(NEWEST)
    void navigate({ search: (old) => ({ ...old, ...next }), replace: true })
  }
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <h1 className="text-lg font-semibold">Audit log</h1>
      <Verification />
      <Card
        title="History"
        aside={
          <Button onClick={download.save} disabled={download.isBusy}>
            {download.isBusy ? 'Fetching…' : 'Download all'}
          </Button>
        }
      >
        <AuditFilter wanted={wanted} onChange={change} />
        {error && (
          <Notice tone="bad" title={error.message}>
            Write types like agent.* or task.moved, separated by commas.
          </Notice>
        )}
        {data?.items.length === 0 && (
          <Empty title="No matches">
            <Command text="cmux audit" />
          </Empty>
        )}
        {data && data.items.length > 0 && <AuditTable entries={data.items.toReversed()} />}
        <Pager
          isNewest={isNewest}
          next={data?.next}
          onNewest={() => setBefore(NEWEST)}
          onOlder={(next) => setBefore(Number(next))}
        />
      </Card>
    </div>
  )
}
