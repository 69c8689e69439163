// What was measured of the machine, and where it is not as it should be, over HTTP.
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'machine'>

type Keys = 'GET /api/metrics' | 'GET /api/discrepancies' | 'POST /api/discrepancies/fix'

export function makeMachineHandlers({ machine }: Deps): Handlers<Keys> {
  return {
    'GET /api/metrics': ({ query }) => machine.report(query),

    'GET /api/discrepancies': () => Promise.resolve(machine.discrepancies.list()),

    'POST /api/discrepancies/fix': ({ body }) => machine.discrepancies.fix(body.ids),
  }
}
