// Alerts over HTTP, and what pages tell of themselves.
import { findVisibility, isOwnProject, narrowToVisible } from '../../../core/access/find-visibility.ts'
import { acknowledgeAlert } from '../../../core/alerts/acknowledge-alert.ts'
import type { AlertRecord } from '../../../core/alerts/alert-table.ts'
import type { Alert } from '../../../protocol/alerts/alert.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'clock' | 'log' | 'pageFaults' | 'store'>

type Keys = Extract<RouteKey, `${string} /api/alerts${string}` | 'POST /api/page-faults'>

export function makeAlertHandlers({ store, clock, pageFaults, log }: Deps): Handlers<Keys> {
  return {
    'GET /api/alerts': async ({ query }, { principal }) => {
      const asked = narrowToVisible(await findVisibility(store.read, principal), query)
      return { items: asked ? (await store.read.alerts.list(asked)).map(describe) : [], next: null }
    },
    'GET /api/alerts/:id': async ({ params: { id } }, { principal }) => {
      const alert = await store.read.alerts.byId(id)
      const visibility = await findVisibility(store.read, principal)
      if (alert && isOwnProject(visibility, alert.project)) return describe(alert)
      throw new CmuxError('NOT_FOUND', `there is no alert ${id}`, { hint: 'see `cmux alerts list --all`' })
    },
    'POST /api/alerts/:id/acknowledge': async ({ params: { id } }, { principal }) =>
      describe(await acknowledgeAlert({ store, clock }, id, principal.actor)),
    'POST /api/page-faults': async ({ body }) => {
      // Kept all the same, for somebody who asks why an old page stopped.
      if (!(await pageFaults.tell(body))) log.info({ fault: body }, 'a page of another release broke')
      return null
    },
  }
}

function describe({ matter: _matter, told: _told, toldAt: _toldAt, ...alert }: AlertRecord): Alert {
  return alert
}
