// Swaps to a release, tries it again, or goes back from it, after saying what happens then.
import { useState } from 'react'
import type { Release } from '../../../protocol/releases/release.ts'
import { useAct } from '../../data/use-act.ts'
import { useConnection } from '../../live/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'

export function ReleaseActs({ release: { id, state, current } }: { readonly release: Release }) {
  const [asked, setAsked] = useState<'promote' | 'roll back'>()
  const isLive = useConnection().kind === 'live'
  const rehearse = useAct('POST /api/releases/:id/rehearse', 'rehearsing; the result shows up here')
  const promote = useAct(
    'POST /api/releases/:id/promote',
    'promoting: the release takes over when it is healthy',
  )
  const rollback = useAct('POST /api/releases/rollback', 'the previous release is taking over')
  const request = { params: { id } }
  return (
    <>
      <Button disabled={!isLive || rehearse.isPending} onClick={() => rehearse.mutate(request)}>
        Rehearse
      </Button>
      {current ? (
        <Button disabled={!isLive} look="danger" onClick={() => setAsked('roll back')}>
          Roll back…
        </Button>
      ) : (
        <Button disabled={!isLive || state === 'bad'} onClick={() => setAsked('promote')}>
          Promote…
        </Button>
      )}
      <Confirm
        isOpen={asked !== undefined}
        title={asked === 'promote' ? 'Promote this release?' : 'Roll back to the previous release?'}
        description={
          asked === 'promote'
            ? 'The release is rehearsed first unless it is known to be healthy. Agents keep working, no request fails, and an unhealthy release is rolled back automatically.'
            : 'The newest other healthy release takes over. Agents keep working and no request fails.'
        }
        action={asked === 'promote' ? 'Promote' : 'Roll back'}
        onAnswer={(isYes) => {
          setAsked(undefined)
          if (!isYes) return
          if (asked === 'promote') promote.mutate(request)
          else rollback.mutate({})
        }}
      />
    </>
  )
}
