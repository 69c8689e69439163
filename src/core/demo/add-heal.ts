// Adds what the show of self-healing needs: the example project with its service, as it was at first, and an agent that proposes
// changes of it. Asked for again, it begins again.
import { SpawnAgent } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { HealDemo } from '../../protocol/demo.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import type { Projects } from '../projects/projects.ts'
import type { DemoDeps } from './add-demo.ts'

const HEAL_PROJECT = 'demo-heal' as ProjectName
const HEAL_AGENT = 'demo-mender' as AgentName

export interface HealDeps extends Pick<DemoDeps, 'spawn'> {
  readonly projects: Pick<Projects, 'add' | 'get'>
  /** Where the example is, committed as it was at first. */
  readonly healRepository: () => Promise<string>
}

export async function addHeal(
  { projects, healRepository, spawn }: HealDeps,
  by: Principal,
): Promise<HealDemo> {
  const path = await healRepository()
  await unlessThere(() => projects.add({ path, name: HEAL_PROJECT }, by))
  const { path: known } = await projects.get(HEAL_PROJECT)
  if (known !== path)
    throw new CmuxError('CONFLICT', `there is another project ${HEAL_PROJECT}: ${known}`, {
      hint: `the demo needs that name: \`cmux project remove ${HEAL_PROJECT}\` and add it again under another`,
    })
  const task = 'say I look for something to improve.'
  const order = { name: HEAL_AGENT, role: 'worker', runtime: 'demo', project: HEAL_PROJECT, task }
  await unlessThere(() => spawn(SpawnAgent.parse(order), by))
  return { project: HEAL_PROJECT, agent: HEAL_AGENT }
}

async function unlessThere(add: () => Promise<unknown>): Promise<void> {
  try {
    await add()
  } catch (error) {
    if (!(error instanceof CmuxError && error.code === 'CONFLICT')) throw error
  }
}
