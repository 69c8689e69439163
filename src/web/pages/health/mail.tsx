// Where every message is.
import { useRoute } from '../../data/use-route.ts'
import { Card } from '../../ui/card.tsx'

const ROWS = [
  ['onTheWay', 'on the way'],
  ['submitted', 'submitted'],
  ['seen', 'seen'],
  ['acked', 'acknowledged'],
  ['dead', 'dead'],
  ['interrupted', 'interrupted'],
  ['duplicatesHidden', 'duplicates hidden'],
  ['total', 'total'],
] as const

export function Mail() {
  const mail = useRoute('GET /api/status', {}).data?.mail
  return (
    <Card title="Messages">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1 text-sm sm:grid-cols-3">
        {ROWS.map(([key, words]) => (
          <div key={key} className="flex justify-between gap-2">
            <dt className="text-quiet">{words}</dt>
            <dd className={`tabular-nums ${key === 'dead' && (mail?.dead ?? 0) > 0 ? 'text-bad' : ''}`}>
              {mail?.[key] ?? '…'}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
