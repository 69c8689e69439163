// The first agent is the one that a person talks to.
import { useNavigate } from '@tanstack/react-router'
import type { RoleName, RuntimeOnMachine } from '../../protocol/agents/agent.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { useAct } from '../data/use-act.ts'
import { Button } from '../ui/button.tsx'

interface StartLeadProps {
  readonly projects: readonly Project[]
  readonly runtimes: readonly RuntimeOnMachine[]
}

export function StartLead({ projects, runtimes }: StartLeadProps) {
  const navigate = useNavigate()
  const spawn = useAct('POST /api/agents', undefined, () => void navigate({ to: '/chat' }))
  const runtime = runtimes.find(({ isDefault }) => isDefault)
  const project = projects[0]
  const start = () => {
    if (!project) return
    const body = {
      name: 'lead' as AgentName,
      role: 'supervisor' as RoleName,
      project: project.name,
      ...(runtime === undefined ? {} : { runtime: runtime.name }),
    }
    spawn.mutate({ body })
  }
  return (
    <div className="grid justify-items-start gap-1">
      <Button look="main" disabled={!project || spawn.isPending} onClick={start}>
        Start “lead”{runtime ? ` (${runtime.name})` : ''}
      </Button>
      {!project && <p className="text-xs text-quiet">Add a project first.</p>}
    </div>
  )
}
