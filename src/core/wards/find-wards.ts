// Which projects have a service, as their main branches say: one that is new is kept from now on.
import type { ProjectId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { WardMemory } from './keep-wards.ts'
import type { WardDeps } from './ward-deps.ts'

export async function findWards(
  deps: WardDeps,
  projects: readonly Project[],
  memory: Map<ProjectId, WardMemory>,
): Promise<void> {
  for (const project of projects) {
    try {
      const { file, problem, commit } = await deps.projects.readRules(project)
      // A file that can't be read says nothing: what runs goes on.
      if (problem !== null || commit === null) continue
      const known = memory.get(project.id)
      memory.set(project.id, { ordered: known?.ordered ?? '', isNamed: file?.service !== undefined })
      if (file?.service && !(await deps.store.read.wards.byId(project.id))) await begin(deps, project, commit)
    } catch (error) {
      deps.onError(error, `looking for a service of ${project.name}`)
    }
  }
}

async function begin({ store, clock }: WardDeps, { id, name }: Project, commit: string): Promise<void> {
  const ward: Ward = {
    id,
    project: name,
    desired: 'running',
    status: 'stopped',
    why: null,
    since: timestampFromMs(clock.nowMs()),
    port: null,
    wanted: { commit, serial: 1 },
    reserve: null,
    serving: null,
    pid: null,
    servingPid: null,
    falls: 0,
    generation: 0,
    reopened: [],
  }
  await store.write(async ({ wards, events }) => {
    if (await wards.byId(id)) return
    await wards.put(ward)
    await events.append({ type: 'service.found', actor: 'system', data: { project: name, commit } })
  })
}
