// The demos over HTTP, so that the page can offer them as well as the command line.
import { addDemo } from '../../../core/demo/add-demo.ts'
import { addHeal } from '../../../core/demo/add-heal.ts'
import { askWard } from '../../../core/wards/ask-ward.ts'
import { makeTurns } from '../../../lib/turns.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<
  Context,
  'agents' | 'clock' | 'demoRepository' | 'entropy' | 'healRepository' | 'projects' | 'store' | 'wards'
>

export function makeDemoHandlers(context: Deps): Handlers<'POST /api/demo' | 'POST /api/demo/heal'> {
  const { agents, wards, projects, store } = context
  // Two at once would make one repository together.
  const inTurn = makeTurns()
  return {
    'POST /api/demo': (_, { principal }) =>
      inTurn('demo', async () => {
        const demo = await addDemo({ ...context, spawn: agents.spawn }, principal)
        agents.wake()
        return demo
      }),
    'POST /api/demo/heal': (_, { principal }) =>
      inTurn('demo', async () => {
        const demo = await addHeal({ ...context, spawn: agents.spawn }, principal)
        const project = await projects.get(demo.project)
        // One that is there runs what an earlier show has left, or was stopped.
        if (await store.read.wards.byId(project.id))
          await askWard(wards.deps, demo.project, 'restart', principal)
        agents.wake()
        wards.wake()
        return demo
      }),
  }
}
