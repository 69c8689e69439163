// Nobody is here yet: three steps to a working agent, or a demo that needs nothing.
import { useRoute } from '../data/use-route.ts'
import { Card } from '../ui/card.tsx'
import { AddProject } from './add-project.tsx'
import { Runtimes } from './runtimes.tsx'
import { StartLead } from './start-lead.tsx'
import { Step } from './step.tsx'
import { TryDemo } from './try-demo.tsx'

export function FirstRun() {
  const projects = useRoute('GET /api/projects', { query: {} }).data?.items ?? []
  const runtimes = useRoute('GET /api/runtimes', {}).data?.items ?? []
  const isReady = runtimes.some(({ name, ready }) => ready && name !== 'demo' && name !== 'shell')
  return (
    <div className="grid gap-4 lg:grid-cols-[3fr_2fr]">
      <Card title="Three steps to your first agent">
        <ol className="grid gap-4">
          <Step number={1} title="Add a project" isDone={projects.length > 0}>
            <AddProject projects={projects} />
          </Step>
          <Step number={2} title="Choose a coding agent" isDone={isReady}>
            <Runtimes runtimes={runtimes} />
          </Step>
          <Step number={3} title="Start a supervisor and describe what you want done" isDone={false}>
            <StartLead projects={projects} runtimes={runtimes} />
          </Step>
        </ol>
      </Card>
      <TryDemo />
    </div>
  )
}
