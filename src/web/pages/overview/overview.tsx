// What runs, what waits for me, what broke and healed: on one screen.
import { useProject } from '../../frame/use-project.ts'
import { useRoute } from '../../data/use-route.ts'
import { FirstRun } from '../../first-run/first-run.tsx'
import { Parts } from '../../health/parts.tsx'
import { ProjectPrograms } from '../../health/project-programs.tsx'
import { Trouble } from '../../health/trouble.tsx'
import { Feed } from '../../history/feed.tsx'
import { Recoveries } from '../../history/recoveries.tsx'
import { AgentGrid } from './agent-grid.tsx'
import { Waiting } from './waiting.tsx'
import { Wish } from './wish.tsx'

const RECOVERIES_SHOWN = 6

export function Overview() {
  const [project] = useProject()
  const agents = useRoute('GET /api/agents', { query: {} }).data?.items
  const isNew = agents?.length === 0
  return (
    <div className="mx-auto grid max-w-6xl gap-4">
      <h1 className="sr-only">Overview</h1>
      <Trouble />
      {isNew && <FirstRun />}
      <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
        <div className="grid min-w-0 gap-4">
          {agents && !isNew && <Wish agents={agents} project={project} />}
          <Waiting project={project} />
          {agents && !isNew && <AgentGrid agents={agents} project={project} />}
          <Feed />
        </div>
        <div className="grid min-w-0 gap-4">
          <Parts />
          <ProjectPrograms project={project} />
          <Recoveries limit={RECOVERIES_SHOWN} />
        </div>
      </div>
    </div>
  )
}
