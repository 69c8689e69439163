// Everything that can be asked of one agent, behind one button.
import { useState } from 'react'
import type { Agent } from '../../protocol/agents/agent.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { offeredAsks } from './offered-asks.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { useAgentAsks } from './use-agent-asks.ts'

interface AgentMenuProps {
  readonly agent: Pick<Agent, 'name' | 'status' | 'desired' | 'paused' | 'project'>
  readonly onRemoved?: () => void
}

export function AgentMenu({ agent, onRemoved }: AgentMenuProps) {
  const [isRemoving, setRemoving] = useState(false)
  const ask = useAgentAsks(agent.name)
  const items = offeredAsks(agent).map(({ name, title, detail, isDangerous = false }) => ({
    title,
    detail,
    isDangerous,
    act: () => (name === 'remove' ? setRemoving(true) : ask(name)),
  }))
  return (
    <>
      <Menu label={`actions for ${agent.name}`} items={items} trigger={<Icon name="more" />} />
      <RemoveDialog
        agent={agent}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        {...(onRemoved && { onRemoved })}
      />
    </>
  )
}
