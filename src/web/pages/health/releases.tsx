// What runs and what could run instead. A swap is announced by the stream, and the page stays.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRoute } from '../../data/use-route.ts'
import { useAct } from '../../data/use-act.ts'
import { describeReleaseState } from '../../../protocol/releases/describe-release.ts'
import { RELEASE_TONES } from '../../health/release-tones.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'

export function Releases() {
  const releases = useRoute('GET /api/releases', {}).data?.items ?? []
  const restart = useAct('POST /api/restart', 'a fresh server is taking over')
  const rollback = useAct('POST /api/releases/rollback', 'the previous release is taking over')
  const [isAsking, setAsking] = useState(false)
  const canRollBack = releases.some(({ current, state }) => !current && state === 'good')
  return (
    <Card
      title="Releases"
      aside={
        <span className="flex gap-1">
          <Button onClick={() => restart.mutate({})}>Restart</Button>
          <Button disabled={!canRollBack} onClick={() => setAsking(true)}>
            Roll back…
          </Button>
        </span>
      }
    >
      <ul className="grid gap-1 text-sm">
        {releases.map(({ id, state, current }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link
              to="/releases/$id"
              params={{ id }}
              className="font-mono text-xs [overflow-wrap:anywhere] hover:underline"
            >
              {id}
            </Link>
            <Badge tone={RELEASE_TONES[state]}>{describeReleaseState(state)}</Badge>
            {current && <Badge tone="busy">current</Badge>}
          </li>
        ))}
      </ul>
      <Confirm
        isOpen={isAsking}
        title="Roll back to the previous release?"
        description="The newest other healthy release takes over. Agents keep working and no request fails."
        action="Roll back"
        onAnswer={(isYes) => {
          setAsking(false)
          if (isYes) rollback.mutate({})
        }}
      />
    </Card>
  )
}
