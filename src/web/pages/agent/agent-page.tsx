// One agent: who it is and what it does, its terminal and its mail side by side, its history, where its work stands, its
// tasks, its work and its lives.
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { RefusedRequest } from '../../../client/make-client.ts'
import type { RouteAnswer } from '../../../protocol/routes.ts'
import { Conversation } from '../../conversation/conversation.tsx'
import { useRoute } from '../../data/use-route.ts'
import { Terminal } from '../../terminal/terminal.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tabs, type Tab } from '../../ui/tabs.tsx'
import { AgentHistory } from './agent-history.tsx'
import { AgentHeader } from './agent-header.tsx'
import { AgentState } from './agent-state.tsx'
import { AgentTasks } from './agent-tasks.tsx'
import { AgentWork } from './agent-work.tsx'
import { Lives } from './lives.tsx'
import { useIsWide } from './use-is-wide.ts'

type WholeAgent = RouteAnswer<'GET /api/agents/:name'>

export function AgentPage() {
  const { name } = useParams({ from: '/agents/$name' })
  const { data: agent, error } = useRoute('GET /api/agents/:name', { params: { name } })
  if (error instanceof RefusedRequest && error.status === 404) return <Nobody name={name} />
  if (!agent)
    return (
      <>
        <h1 className="text-xl font-semibold">{name}</h1>
        {error && <Notice tone="bad" title={`${name} can’t be shown: ${error.message}`} />}
      </>
    )
  return (
    <div className="flex min-h-100 flex-col gap-3 max-md:h-[calc(100dvh-9.75rem-var(--notices,0px))] md:h-[calc(100dvh-5.6rem-var(--notices,0px))]">
      <AgentHeader agent={agent} />
      <Sheets key={name} agent={agent} />
    </div>
  )
}

function Sheets({ agent }: { readonly agent: WholeAgent }) {
  const { tab } = useSearch({ from: '/agents/$name' })
  const navigate = useNavigate({ from: '/agents/$name' })
  const isWide = useIsWide()
  const talk: Tab = { id: 'conversation', title: 'Conversation', body: () => <Talk name={agent.name} /> }
  const tabs: readonly Tab[] = [
    // Nobody here can see the screen of one that runs elsewhere.
    ...(agent.elsewhere
      ? []
      : [{ id: 'terminal', title: 'Terminal', body: () => <Terminal agent={agent.name} /> }]),
    ...(isWide ? [] : [talk]),
    { id: 'history', title: 'History', body: () => scrolled(<AgentHistory name={agent.name} />) },
    { id: 'state', title: 'Context', body: () => scrolled(<AgentState name={agent.name} />) },
    { id: 'tasks', title: 'Tasks', body: () => scrolled(<AgentTasks name={agent.name} />) },
    { id: 'work', title: 'Diff', body: () => scrolled(<AgentWork agent={agent} />) },
    { id: 'lives', title: 'Runs', body: () => scrolled(<Lives agent={agent} />) },
  ]
  const chosen = (tabs.find(({ id }) => id === tab) ?? tabs[0])?.id ?? 'history'
  return (
    <div
      className={`grid min-h-0 flex-1 gap-4 ${isWide ? 'grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]' : ''}`}
    >
      <Tabs
        label={`about ${agent.name}`}
        tabs={tabs}
        chosen={chosen}
        onChoose={(id) => void navigate({ search: (old) => ({ ...old, tab: id }), replace: true })}
      />
      {isWide && talk.body()}
    </div>
  )
}

/** A sheet that is longer than the page scrolls in its place: the conversation beside it stays in view. */
function scrolled(sheet: ReactNode): ReactNode {
  return <div className="h-full overflow-y-auto">{sheet}</div>
}

function Talk({ name }: { readonly name: string }) {
  return (
    <div className="h-full min-h-0 rounded-lg border border-line">
      <Conversation with={name} />
    </div>
  )
}

function Nobody({ name }: { readonly name: string }) {
  return (
    <div className="grid gap-2">
      <h1 className="text-xl font-semibold">{name}</h1>
      <Empty title={`No agent named ${name}`}>
        <p>The work of a removed agent stays in its project.</p>
        <Link to="/agents" className="text-accent underline">
          All agents
        </Link>
      </Empty>
    </div>
  )
}
