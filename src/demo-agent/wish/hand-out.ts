// Gives the free pieces of a task to demo workers of its project, and brings more of them when there are too few.
import { chooseHands, chooseNewNames, type Worker } from './choose-hands.ts'
import { isOpenTask, readTask, type SeenTask } from './read-task.ts'
import { spawnWorker } from './spawn-worker.ts'
import type { Turn } from '../turn.ts'
import { requireCmux, useCmux } from '../use-cmux.ts'

/** Before each piece, so that whoever watches can follow. */
const HANDING_MS = 500

/** False when there is nobody to give them to. */
export async function handOut(turn: Turn, whole: string): Promise<boolean> {
  const { project, children } = await readTask(turn, whole)
  const free = children.filter((child) => isOpenTask(child) && child.assignee === null)
  if (free.length === 0) return true
  const { workers, taken } = await lookAround(turn, project)
  const names = chooseNewNames(free.length, workers, taken)
  for (const name of names) await spawnWorker(turn, name, 'say I lend a hand.')
  // Who came, and not who was called: cmux has limits, and an answer may be lost.
  const team = names.length === 0 ? workers : (await lookAround(turn, project)).workers
  const hands = chooseHands(free.length, team)
  for (const [index, name] of hands.entries()) {
    const { id = '' } = free[index] ?? {}
    await turn.pause(HANDING_MS)
    await useCmux(turn, {
      tool: 'update_task',
      about: `${id} to ${name}`,
      method: 'PATCH',
      path: `/api/tasks/${id}`,
      body: { assignee: name },
      says: () => `it is ${name}'s`,
    })
  }
  return hands.length > 0
}

interface SeenAgent {
  readonly name: string
  readonly role: string
  readonly runtime: string
  readonly project: string | null
  readonly desired: string
  readonly status: string
}

const OUT_OF_WORK = new Set(['dead', 'stopped', 'paused'])

async function lookAround(
  turn: Turn,
  project: string | null,
): Promise<{ workers: Worker[]; taken: string[] }> {
  const agents = await list<SeenAgent>(turn, 'list_agents', '/api/agents')
  const open = await list<SeenTask>(turn, 'list_tasks', '/api/tasks?open=true&limit=1000')
  const workers = agents.filter(
    (agent) =>
      agent.runtime === 'demo' &&
      agent.role === 'worker' &&
      agent.project === project &&
      agent.desired === 'running' &&
      !OUT_OF_WORK.has(agent.status),
  )
  const loadOf = (name: string) => open.filter(({ assignee }) => assignee === name).length
  return {
    workers: workers.map(({ name }) => ({ name, load: loadOf(name) })),
    taken: agents.map(({ name }) => name),
  }
}

async function list<T>(turn: Turn, tool: string, path: string): Promise<readonly T[]> {
  const answer = await requireCmux(turn, {
    tool,
    about: '',
    method: 'GET',
    path,
    says: ({ items }) => `${Array.isArray(items) ? items.length : 0} are there`,
  })
  return (answer['items'] ?? []) as readonly T[]
}
