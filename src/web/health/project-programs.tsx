// Services of projects and how they are, apart from the health of cmux itself; nothing when no project has one.
import type { Ward } from '../../protocol/wards/ward.ts'
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Dot } from '../ui/dot.tsx'
import type { Tone } from '../ui/tone.ts'

const TONES: Readonly<Record<Ward['status'], Tone>> = {
  stopped: 'quiet',
  starting: 'busy',
  well: 'well',
  sick: 'bad',
  given_up: 'bad',
  unknown: 'worry',
}
const SHORT = 12

export function ProjectPrograms({ project }: { readonly project: string | undefined }) {
  const items = useRoute('GET /api/services', {}).data?.items ?? []
  const isLive = useConnection().kind === 'live'
  const mine = items.filter((ward) => project === undefined || ward.project === project)
  if (mine.length === 0) return null
  return (
    <Card title="Services" aside={!isLive && <Badge tone="worry">as last seen</Badge>}>
      <ul aria-label="services of projects" className={`grid gap-2 text-sm ${isLive ? '' : 'opacity-70'}`}>
        {mine.map((ward) => (
          <Program key={ward.project} ward={ward} />
        ))}
      </ul>
    </Card>
  )
}

function Program({ ward: { project, status, why, since, port, serving, falls } }: { readonly ward: Ward }) {
  return (
    <li data-ward={project} data-status={status} className="grid gap-0.5">
      <span className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{project}</span>
        <Dot tone={TONES[status]} isBeating={status === 'starting'}>
          {status.replace('_', ' ')}
        </Dot>
        <span className="text-xs text-quiet">
          <Ago at={since} />
        </span>
      </span>
      <span className="text-xs text-quiet">
        {port !== null && <>port {port} · </>}
        {serving === null ? 'not answering' : <code className="font-mono">{serving.slice(0, SHORT)}</code>}
        {falls > 0 && <> · restarted {falls === 1 ? 'once' : `${falls} times`}</>}
      </span>
      {why !== null && (
        <span data-foreign className="text-xs text-quiet">
          {why}
        </span>
      )}
    </li>
  )
}
