// Releases over HTTP: what is there, rehearsals, and planned swaps between them. The watchdog decides; these only ask.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Release } from '../../../protocol/releases/release.ts'
import type { Context } from '../../context.ts'
import { listReleases } from '../../observe/list-releases.ts'
import { readProveReport } from '../../observe/read-prove-report.ts'
import type { Superior } from '../../lead/superior.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'home' | 'rehearsals' | 'superior'>

type Keys =
  | 'POST /api/restart'
  | 'GET /api/releases'
  | 'POST /api/releases/:id/promote'
  | 'POST /api/releases/:id/rehearse'
  | 'GET /api/releases/:id/rehearsal'
  | 'POST /api/releases/rollback'
  | 'GET /api/prove/last'

const SEE_LIST = { hint: 'see `cmux release list`' }

export function makeReleaseHandlers(context: Deps): Handlers<Keys> {
  const { home, rehearsals } = context
  return {
    'POST /api/restart': async () => {
      superiorOf(context).ask('restart')
      return { pid: process.pid }
    },

    'GET /api/releases': async () => ({ items: await listReleases(home), next: null }),

    'POST /api/releases/:id/promote': async ({ params: { id } }, { principal }) => {
      const superior = superiorOf(context)
      const { state } = await findRelease(home, id)
      const promote = () => superior.ask('promote', id)
      // Recovery never waits for a proof that was given long ago.
      if (state !== 'good')
        return { pid: process.pid, rehearsalSec: rehearsals.begin(id, principal.actor, promote) }
      promote()
      return { pid: process.pid, rehearsalSec: 0 }
    },

    'POST /api/releases/:id/rehearse': async ({ params: { id } }, { principal }) => {
      await findRelease(home, id)
      return { pid: process.pid, rehearsalSec: rehearsals.begin(id, principal.actor) }
    },

    'GET /api/releases/:id/rehearsal': async ({ params: { id } }) => {
      const report = await rehearsals.last(id)
      if (report) return report
      throw new CmuxError('NOT_FOUND', `release ${id} has not been rehearsed`, {
        hint: `run \`cmux release rehearsal ${id}\``,
      })
    },

    'GET /api/prove/last': async () => ({ report: await readProveReport(home) }),

    'POST /api/releases/rollback': async () => {
      const others = (await listReleases(home)).filter(
        (release) => release.state === 'good' && !release.current,
      )
      if (others.length === 0)
        throw new CmuxError('CONFLICT', 'there is no other good release to go back to', SEE_LIST)
      superiorOf(context).ask('rollback')
      return { pid: process.pid }
    },
  }
}

async function findRelease(home: string, id: string): Promise<Release> {
  const found = (await listReleases(home)).find((release) => release.id === id)
  if (found) return found
  throw new CmuxError('NOT_FOUND', `there is no release ${id}`, SEE_LIST)
}

function superiorOf({ superior }: Deps): Superior {
  if (superior) return superior
  throw new CmuxError('CONFLICT', 'this server runs without a watchdog', { hint: 'start it with `cmux up`' })
}
