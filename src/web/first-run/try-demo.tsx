// A team that needs no model and no key: for whoever wants to see how it feels first.
import { useNavigate } from '@tanstack/react-router'
import { useAct } from '../data/use-act.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export function TryDemo() {
  const navigate = useNavigate()
  const demo = useAct('POST /api/demo', undefined, () => void navigate({ to: '/chat' }))
  return (
    <Card title="Or try the demo">
      <div className="grid justify-items-start gap-3 text-sm">
        <p className="text-quiet">
          The demo adds a small repository with a supervisor and two workers. They have no model and cost
          nothing. Describe to the supervisor what you want done, and watch it become tasks.
        </p>
        <Button look="main" disabled={demo.isPending} onClick={() => demo.mutate({})}>
          Start the demo
        </Button>
        <p className="text-xs text-quiet">
          To remove the demo, remove each agent in its menu, then the project with{' '}
          <code>cmux project remove demo</code>.
        </p>
      </div>
    </Card>
  )
}
