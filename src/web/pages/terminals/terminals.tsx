// Several terminals side by side. Which ones somebody chose is in the address, so that it outlives a reload and can be shared; until
// then they are those of agents that run.
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { Command } from '../../ui/command.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TERMINALS_MAX } from './read-shown.ts'
import { TerminalTile } from './terminal-tile.tsx'
import { useShown } from './use-shown.ts'

/** As wide as they can be read: two beside each other, from five on three. */
const COLUMNS = ['', 'lg:grid-cols-1', 'lg:grid-cols-2', 'lg:grid-cols-2', 'lg:grid-cols-2'] as const
const MANY_COLUMNS = 'lg:grid-cols-2 2xl:grid-cols-3'

export function Terminals() {
  const [project] = useProject()
  const { data, error } = useRoute('GET /api/agents', { query: {} })
  const agents = (data?.items ?? []).filter((agent) => project === undefined || agent.project === project)
  const { shown, add, drop } = useShown(agents)
  const others = agents.filter(({ name }) => !shown.includes(name))
  return (
    <div className="grid h-full grid-rows-[auto_1fr] gap-3 md:h-[calc(100dvh-5.7rem-var(--notices,0px))]">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="text-lg font-semibold">Terminals</h1>
        {others.length > 0 && shown.length < TERMINALS_MAX && (
          <Menu
            label="show another agent’s terminal"
            trigger={
              <>
                <Icon name="plus" size={14} /> Show
              </>
            }
            items={others.map(({ name, role, status }) => ({
              title: name,
              detail: `${role} · ${status}`,
              act: () => add(name),
            }))}
          />
        )}
        {shown.length >= TERMINALS_MAX && (
          <p className="text-xs text-quiet">{TERMINALS_MAX} are shown at once.</p>
        )}
      </header>
      {error && <Notice tone="bad" title={error.message} />}
      {shown.length === 0 && data && <NothingShown hasAgents={agents.length > 0} />}
      <div
        className={`grid min-h-0 auto-rows-[minmax(20rem,70dvh)] gap-3 lg:auto-rows-[minmax(18rem,1fr)] ${COLUMNS[shown.length] ?? MANY_COLUMNS}`}
      >
        {shown.map((name) => (
          <TerminalTile
            key={name}
            name={name}
            agent={data?.items.find((agent) => agent.name === name)}
            onClose={() => drop(name)}
          />
        ))}
      </div>
    </div>
  )
}

function NothingShown({ hasAgents }: { readonly hasAgents: boolean }) {
  if (hasAgents) return <Empty title="No terminal selected">Select agents with “Show”.</Empty>
  return (
    <Empty title="No agents yet">
      <p>Each agent has a terminal once it is started:</p>
      <Command text={'cmux agent spawn anna --task "say hello"'} />
    </Empty>
  )
}
