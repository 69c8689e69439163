// Alerts over HTTP.
import { acknowledgeAlert } from '../../../core/alerts/acknowledge-alert.ts'
import type { AlertRecord } from '../../../core/alerts/alert-table.ts'
import type { Alert } from '../../../protocol/alert.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Keys = Extract<RouteKey, `${string} /api/alerts${string}`>

export function makeAlertHandlers({ store, clock }: Context): Handlers<Keys> {
  return {
    'GET /api/alerts': async ({ query }) => ({
      items: (await store.read.alerts.list(query)).map(describe),
      next: null,
    }),
    'GET /api/alerts/:id': async ({ params: { id } }) => {
      const alert = await store.read.alerts.byId(id)
      if (alert) return describe(alert)
      throw new CmuxError('NOT_FOUND', `there is no alert ${id}`, { hint: 'see `cmux alerts list --all`' })
    },
    'POST /api/alerts/:id/acknowledge': async ({ params: { id } }, { principal }) =>
      describe(await acknowledgeAlert({ store, clock }, id, principal.actor)),
  }
}

function describe({ matter: _matter, told: _told, toldAt: _toldAt, ...alert }: AlertRecord): Alert {
  return alert
}
