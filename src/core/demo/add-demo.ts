// Adds the demo: a small repository, a team that works on it, a task. What is there already stays as it is, so that it can be
// asked for twice, and goes on where a crash has interrupted it.
import { SpawnAgent } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Demo } from '../../protocol/demo.ts'
import { AddTask } from '../../protocol/tasks/task.ts'
import type { Principal } from '../access/principal.ts'
import type { Projects } from '../projects/projects.ts'
import { addTask } from '../tasks/add-task.ts'
import type { TaskDeps } from '../tasks/task-desk.ts'
import { DEMO_PROJECT, DEMO_TASK, DEMO_TEAM } from './demo-team.ts'

export interface DemoDeps extends TaskDeps {
  readonly projects: Pick<Projects, 'add' | 'get'>
  /** Where the repository is; made when it is not there. */
  readonly demoRepository: () => Promise<string>
  readonly spawn: (request: SpawnAgent, by: Principal) => Promise<unknown>
}

export async function addDemo(deps: DemoDeps, by: Principal): Promise<Demo> {
  await addProject(deps, by)
  for (const member of DEMO_TEAM) {
    const order = SpawnAgent.parse({ ...member, runtime: 'demo', project: DEMO_PROJECT })
    await unlessThere(() => deps.spawn(order, by))
  }
  await unlessThere(() => addTask(deps, AddTask.parse(DEMO_TASK), by))
  return { project: DEMO_PROJECT, agents: DEMO_TEAM.map(({ name }) => name) }
}

async function addProject({ projects, demoRepository }: DemoDeps, by: Principal): Promise<void> {
  const path = await demoRepository()
  await unlessThere(() => projects.add({ path, name: DEMO_PROJECT }, by))
  const { path: known } = await projects.get(DEMO_PROJECT)
  // Somebody's own project of that name is nothing for the demo's agents to play with.
  if (known !== path)
    throw new CmuxError('CONFLICT', `there is another project ${DEMO_PROJECT}: ${known}`, {
      hint: `the demo needs that name: \`cmux project remove ${DEMO_PROJECT}\` and add it again under another`,
    })
}

async function unlessThere(add: () => Promise<unknown>): Promise<void> {
  try {
    await add()
  } catch (error) {
    if (!(error instanceof CmuxError && error.code === 'CONFLICT')) throw error
  }
}
