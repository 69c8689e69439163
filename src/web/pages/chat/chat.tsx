// A person and their supervisor: a wish is typed on one side and becomes tasks and agents on the other.
import { Conversation } from '../../conversation/conversation.tsx'
import { FirstRun } from '../../first-run/first-run.tsx'
import { Trouble } from '../../health/trouble.tsx'
import { useAgents } from '../../agents/use-agents.ts'
import { AgentStatus } from '../../agents/agent-status.tsx'
import { useProject } from '../../frame/use-project.ts'
import { chooseSupervisor } from '../../words/choose-supervisor.ts'
import { NoSupervisor } from './no-supervisor.tsx'
import { Outcome } from './outcome.tsx'

export function Chat() {
  const [project] = useProject()
  const { agents, isKnown } = useAgents()
  const supervisor = chooseSupervisor(agents, project)
  if (!isKnown) return <h1 className="text-lg font-semibold">Chat</h1>
  if (agents.length === 0 && project === undefined)
    return (
      <div className="mx-auto grid max-w-6xl gap-4">
        <h1 className="text-lg font-semibold">No supervisor yet</h1>
        <FirstRun />
      </div>
    )
  if (!supervisor) return <NoSupervisor />
  return (
    <div className="mx-auto grid max-w-6xl gap-4 lg:h-[calc(100dvh-5.6rem-var(--notices,0px))] lg:grid-cols-[3fr_2fr]">
      <div className="flex h-[calc(100dvh-9.75rem-var(--notices,0px))] min-h-80 min-w-0 flex-col gap-2 lg:h-auto lg:min-h-0">
        <Trouble />
        <header className="flex items-baseline justify-between gap-2">
          <h1 className="text-lg font-semibold">{supervisor.name}</h1>
          <AgentStatus agent={supervisor} />
        </header>
        <div className="min-h-0 flex-1">
          <Conversation with={supervisor.name} />
        </div>
      </div>
      <div className="grid min-h-0 min-w-0 grid-cols-1 content-start gap-4 lg:overflow-y-auto">
        <Outcome agents={agents} supervisor={supervisor} />
      </div>
    </div>
  )
}
