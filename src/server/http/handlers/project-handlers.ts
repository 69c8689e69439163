// Projects over HTTP.
import { findVisibility, isOwnProject, requireVisible } from '../../../core/access/find-visibility.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<Context, 'projects' | 'proofs' | 'store' | 'wards' | 'workspaces'>

type Keys =
  | 'GET /api/projects'
  | 'POST /api/projects'
  | 'GET /api/projects/:name'
  | 'DELETE /api/projects/:name'
  | 'POST /api/projects/:name/trust'

export function makeProjectHandlers({ store, projects, workspaces, wards, proofs }: Deps): Handlers<Keys> {
  return {
    'GET /api/projects': async ({ query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const items = await store.read.projects.list(query)
      return { items: items.filter(({ name }) => isOwnProject(visibility, name)), next: null }
    },

    'POST /api/projects': async ({ body }, { principal }) => {
      const project = await projects.add(body, principal)
      wards.wake()
      return project
    },

    'GET /api/projects/:name': async ({ params }, { principal }) => {
      const project = await projects.get(params.name)
      requireVisible(await findVisibility(store.read, principal), project.name, project.name)
      const agents = await workspaces.list(project.name)
      const [rules, ...reports] = await Promise.all([
        projects.readRules(project),
        ...agents.map((agent) => workspaces.report({ project, agent })),
      ])
      return { ...project, rules, workspaces: reports }
    },

    'POST /api/projects/:name/trust': async ({ params, body }, { principal }) => {
      proofs.check(principal, { act: 'trust-rules' })
      const project = await projects.trust(params.name, body.commit, principal)
      wards.wake()
      return project
    },

    'DELETE /api/projects/:name': async ({ params }, { principal }) => {
      const project = await projects.remove(params.name, principal)
      wards.wake()
      return project
    },
  }
}
