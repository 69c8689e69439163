// The first thing that a person wants is to say what they want.
import { useNavigate } from '@tanstack/react-router'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { Composer } from '../../conversation/composer.tsx'
import { Card } from '../../ui/card.tsx'
import { chooseSupervisor } from '../../words/choose-supervisor.ts'

interface WishProps {
  readonly agents: readonly Agent[]
  readonly project: string | undefined
}

export function Wish({ agents, project }: WishProps) {
  const navigate = useNavigate()
  const supervisor = chooseSupervisor(agents, project)
  if (!supervisor) return null
  return (
    <Card title="New request">
      <div className="-mx-3 -mb-3 [&_form]:border-t-0">
        <Composer
          to={supervisor.name}
          placeholder={`Describe what you want done`}
          onSent={() => void navigate({ to: '/chat' })}
        />
      </div>
    </Card>
  )
}
