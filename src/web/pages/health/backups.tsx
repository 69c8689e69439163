// Copies of the state, and when the last one was made.
import { useAct } from '../../data/use-act.ts'
import { useRoute } from '../../data/use-route.ts'
import { Ago } from '../../ui/ago.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Command } from '../../ui/command.tsx'

export function Backups() {
  const backups = useRoute('GET /api/status', {}).data?.backups
  const make = useAct('POST /api/backups', 'a backup was made')
  return (
    <Card title="Backups" aside={<Button onClick={() => make.mutate({})}>Back up now</Button>}>
      <p className="mb-2 text-sm text-quiet">
        {backups?.count ?? 0} kept
        {backups?.newest && (
          <>
            {' '}
            · newest <Ago at={backups.newest.createdAt} />
          </>
        )}
      </p>
      <Command text="cmux backup list" />
    </Card>
  )
}
