// Is everything well? Each part with a word, and more of it below.
import { useRoute } from '../data/use-route.ts'
import { useConnection } from '../live/use-connection.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Dot } from '../ui/dot.tsx'
import { listParts } from './list-parts.ts'
import { RELEASE_TONES } from './release-tones.ts'
import { describeReleaseState } from '../../protocol/releases/describe-release.ts'

const ASKED_EVERY_MS = 5000

export function Parts() {
  const health = useRoute('GET /api/webhooks/health', {}, { everyMs: ASKED_EVERY_MS }).data
  const status = useRoute('GET /api/status', {}).data
  const isLive = useConnection().kind === 'live'
  if (!health) return <Card title="Health">…</Card>
  return (
    <Card title="Health" aside={!isLive && <Badge tone="worry">as last seen</Badge>}>
      <dl className={`grid gap-1.5 text-sm ${isLive ? '' : 'opacity-70'}`}>
        {listParts(health, status?.watchdog).map(({ name, tone, state, detail }) => (
          <div key={name} className="grid grid-cols-[5.5rem_1fr] gap-x-2">
            <dt className="text-quiet">{name}</dt>
            <dd>
              <Dot tone={tone}>{state}</Dot>
              {detail !== '' && <p className="text-xs text-quiet [overflow-wrap:anywhere]">{detail}</p>}
            </dd>
          </div>
        ))}
        <div className="grid grid-cols-[5.5rem_1fr] gap-x-2">
          <dt className="text-quiet">release</dt>
          <dd className="[overflow-wrap:anywhere]">
            <Dot tone={RELEASE_TONES[health.release.state]}>{describeReleaseState(health.release.state)}</Dot>{' '}
            <code className="font-mono text-xs">{health.release.id}</code>
            {status && (
              <p className="text-xs text-quiet">
                current since <Ago at={status.release.currentSince ?? status.startedAt} />
                {status.release.installedAt !== null && (
                  <>
                    , built <Ago at={status.release.installedAt} />
                  </>
                )}
              </p>
            )}
          </dd>
        </div>
      </dl>
    </Card>
  )
}
