// Services of projects over HTTP.
import { findVisibility, isOwnProject, requireVisible } from '../../../core/access/find-visibility.ts'
import type { Principal } from '../../../core/access/principal.ts'
import { askWard } from '../../../core/wards/ask-ward.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { ProjectName } from '../../../protocol/ids.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'agents' | 'projects' | 'store' | 'wards'>

type Keys = Extract<RouteKey, `${string} /api/services${string}`>

export function makeWardHandlers({ store, projects, wards, agents }: Deps): Handlers<Keys> {
  const find = async (name: ProjectName) => {
    const { id } = await projects.get(name)
    const ward = await store.read.wards.byId(id)
    if (ward) return ward
    throw new CmuxError('NOT_FOUND', `${name} has no service`, {
      hint: 'name one in cmux.json on its main branch',
    })
  }
  const ask = async (name: ProjectName, what: Parameters<typeof askWard>[2], principal: Principal) => {
    const ward = await askWard(wards.deps, name, what, principal)
    wards.wake()
    return ward
  }
  return {
    'GET /api/services': async (_, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const items = await store.read.wards.all()
      return { items: items.filter(({ project }) => isOwnProject(visibility, project)), next: null }
    },
    'GET /api/services/:project': async ({ params }, { principal }) => {
      requireVisible(
        await findVisibility(store.read, principal),
        params.project,
        `the service of ${params.project}`,
      )
      const ward = await find(params.project)
      const { lines, attach } = await agents.readPane(ward.id)
      return { ...ward, lines, attach }
    },
    'POST /api/services/:project/start': ({ params }, { principal }) =>
      ask(params.project, 'start', principal),
    'POST /api/services/:project/stop': ({ params }, { principal }) => ask(params.project, 'stop', principal),
    'POST /api/services/:project/restart': ({ params }, { principal }) =>
      ask(params.project, 'restart', principal),
  }
}
