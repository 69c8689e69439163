// One agent: who it is, what it does, and what was said.
import { useParams } from '@tanstack/react-router'
import { AgentStatus } from '../../agents/agent-status.tsx'
import { useAgents } from '../../agents/use-agents.ts'
import { Conversation } from '../../conversation/conversation.tsx'

export function AgentPage() {
  const { name } = useParams({ from: '/agents/$name' })
  const agent = useAgents().agents.find((one) => one.name === name)
  return (
    <div className="flex h-[calc(100dvh-6rem)] flex-col gap-3">
      <h1 className="text-xl font-semibold">{name}</h1>
      {agent && <AgentStatus agent={agent} />}
      <Conversation with={name} />
    </div>
  )
}
