// Ports between agents and this machine, over HTTP.
import { listPorts } from '../../../core/ports/list-ports.ts'
import { closePort, openPort, publishPort } from '../../../core/ports/open-port.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'ports' | 'proofs'>

export type PortKeys = Extract<RouteKey, `${string} /api/agents/:name/ports${string}`>

export function makePortHandlers({ ports, proofs }: Deps): Handlers<PortKeys> {
  const { deps, look } = ports
  return {
    'GET /api/agents/:name/ports': async ({ params }) => ({
      items: await listPorts(deps, params.name),
      next: null,
    }),
    'POST /api/agents/:name/ports/open': async ({ params, body }, { principal }) => {
      proofs.check(principal, { act: 'open-port' })
      const port = await openPort(deps, params.name, body, principal.actor)
      await look()
      return port
    },
    'POST /api/agents/:name/ports/close': async ({ params, body }, { principal }) => {
      const port = await closePort(deps, params.name, body, principal.actor)
      await look()
      return port
    },
    'POST /api/agents/:name/ports/publish': async ({ params, body }, { principal }) => {
      const port = await publishPort(deps, params.name, body, principal.actor)
      await look()
      return port
    },
  }
}
