// What cmux noticed by itself in logs and elsewhere, until somebody has seen it.
import { useState } from 'react'
import { useAct } from '../../data/use-act.ts'
import { useRoute } from '../../data/use-route.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { AlertRow } from './alert-row.tsx'

const SHOWN = 50

export function Alerts() {
  const [isAll, setIsAll] = useState(false)
  const query = { limit: SHOWN, ...(!isAll && { state: 'open' as const }) }
  const alerts = useRoute('GET /api/alerts', { query })
  const acknowledge = useAct('POST /api/alerts/:id/acknowledge')
  const items = alerts.data?.items ?? []
  const toggle = (
    <Button aria-pressed={isAll} onClick={() => setIsAll(!isAll)}>
      {isAll ? 'Hide acknowledged' : 'Show acknowledged'}
    </Button>
  )
  return (
    <Card title="Alerts" aside={toggle}>
      {alerts.error && <p className="text-sm text-bad">{alerts.error.message}</p>}
      {alerts.data && items.length === 0 && (
        <Empty title="No alerts">
          <p>cmux watches its own logs, and those that a project names in cmux.json:</p>
          <Command text={'"watch": { "files": ["logs/*.log"] }'} />
        </Empty>
      )}
      <ul className="grid gap-2">
        {items.map((alert) => (
          <AlertRow
            key={alert.id}
            alert={alert}
            isBusy={acknowledge.isPending}
            onAcknowledge={() => acknowledge.mutate({ params: { id: alert.id } })}
          />
        ))}
      </ul>
    </Card>
  )
}
