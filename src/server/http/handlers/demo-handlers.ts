// The demo over HTTP, so that the page can offer it as well as the command line.
import { addDemo } from '../../../core/demo/add-demo.ts'
import { makeTurns } from '../../../lib/turns.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

export function makeDemoHandlers(context: Context): Handlers<'POST /api/demo'> {
  const { agents } = context
  // Two at once would make one repository together.
  const inTurn = makeTurns()
  return {
    'POST /api/demo': (_, { principal }) =>
      inTurn('demo', async () => {
        const demo = await addDemo({ ...context, spawn: agents.spawn }, principal)
        agents.wake()
        return demo
      }),
  }
}
