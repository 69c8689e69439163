// All agents of the project that is looked at: who they are, what they do and why we say so, and what can be asked of them.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PauseAll } from '../../agents/pause-all.tsx'
import { useAgents } from '../../agents/use-agents.ts'
import { useProject } from '../../frame/use-project.ts'
import { useTasks } from '../../tasks/use-tasks.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useGradually } from '../../ui/use-gradually.ts'
import { AgentFilter } from './agent-filter.tsx'
import { AgentRow } from './agent-row.tsx'
import { arrangeAgents, type Wanted } from './arrange-agents.ts'
import { SpawnDialog } from './spawn-dialog.tsx'

export function Agents() {
  const { agents, isKnown, error } = useAgents()
  const [wanted, setWanted] = useState<Wanted>({ text: '', status: '', order: 'name' })
  const { spawn = false, all } = useSearch({ from: '/agents' })
  const navigate = useNavigate({ from: '/agents' })
  const showSpawn = (next: true | undefined) => void navigate({ search: (old) => ({ ...old, spawn: next }) })
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h1 className="mr-auto text-xl font-semibold">Agents</h1>
        <PauseAll
          asking={all}
          onAsk={(next) => void navigate({ search: (old) => ({ ...old, all: next }) })}
        />
        <Button look="main" onClick={() => showSpawn(true)}>
          <Icon name="plus" size={14} />
          Spawn
        </Button>
      </div>
      {error && <Notice tone="bad" title={`Agents can’t be shown: ${error.message}`} />}
      {agents.length > 0 && <AgentFilter wanted={wanted} onChange={setWanted} />}
      {isKnown && agents.length === 0 && (
        <Empty title="No agents yet">
          <p>Start one with the button above, or in a terminal:</p>
          <Command text={'cmux agent spawn anna --task "say hello"'} />
        </Empty>
      )}
      <Groups wanted={wanted} />
      <SpawnDialog isOpen={spawn} onClose={() => showSpawn(undefined)} />
    </div>
  )
}

function Groups({ wanted }: { readonly wanted: Wanted }) {
  const { agents } = useAgents()
  const [project] = useProject()
  const tasks = useTasks({ project }).data?.items ?? []
  const groups = arrangeAgents(agents, wanted)
  const drawn = useGradually(agents.length)
  if (agents.length > 0 && groups.length === 0)
    return <Empty title="No agents match these filters">Remove a filter to see more.</Empty>
  return groups.map((group, index) => (
    <section
      key={group.project ?? ''}
      aria-label={group.project ?? 'without a project'}
      className="grid gap-1"
    >
      <h2 className="text-sm font-semibold text-quiet">
        {group.project ?? 'without a project'} <span className="font-normal">· {group.agents.length}</span>
      </h2>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {group.agents.slice(0, Math.max(0, drawn - countBefore(groups, index))).map((agent) => (
          <AgentRow
            key={agent.id}
            agent={agent}
            task={tasks.find(({ assignee, state }) => assignee === agent.name && state === 'working')}
          />
        ))}
      </ul>
    </section>
  ))
}

function countBefore(groups: ReturnType<typeof arrangeAgents>, index: number): number {
  return groups.slice(0, index).reduce((sum, group) => sum + group.agents.length, 0)
}
