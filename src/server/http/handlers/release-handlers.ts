// Releases over HTTP: what is there, and planned swaps between them. The watchdog decides; these only ask.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Context } from '../../context.ts'
import { listReleases } from '../../list-releases.ts'
import type { Superior } from '../../superior.ts'
import type { Handlers } from '../register-routes.ts'

type Keys =
  | 'POST /api/restart'
  | 'GET /api/releases'
  | 'POST /api/releases/:id/promote'
  | 'POST /api/releases/rollback'

export function makeReleaseHandlers(context: Context): Handlers<Keys> {
  const { home } = context
  return {
    'POST /api/restart': async () => {
      superiorOf(context).ask('restart')
      return { pid: process.pid }
    },

    'GET /api/releases': async () => ({ items: await listReleases(home), next: null }),

    'POST /api/releases/:id/promote': async ({ params }) => {
      const found = (await listReleases(home)).find((release) => release.id === params.id)
      if (!found)
        throw new CmuxError('NOT_FOUND', `there is no release ${params.id}`, {
          hint: 'see `cmux release list`',
        })
      superiorOf(context).ask('promote', params.id)
      return { pid: process.pid }
    },

    'POST /api/releases/rollback': async () => {
      const others = (await listReleases(home)).filter(
        (release) => release.state === 'good' && !release.current,
      )
      if (others.length === 0)
        throw new CmuxError('CONFLICT', 'there is no other good release to go back to', {
          hint: 'see `cmux release list`',
        })
      superiorOf(context).ask('rollback')
      return { pid: process.pid }
    },
  }
}

function superiorOf({ superior }: Context): Superior {
  if (superior) return superior
  throw new CmuxError('CONFLICT', 'this server runs without a watchdog', { hint: 'start it with `cmux up`' })
}
