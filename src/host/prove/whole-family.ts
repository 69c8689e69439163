// When cmux is as before: who answers, whose processes are there, and how long that took.
import { listAgentProcesses, type AgentProcess } from './agent-processes.ts'
import { observeFamily, type Family } from './observe-family.ts'
import { ask, askHealth, until, type Stage } from './stage.ts'

export function startClock(): () => number {
  const beganMs = performance.now()
  return () => performance.now() - beganMs
}

export function wholeFamily(stage: Stage, isIt: (family: Family) => boolean = () => true): Promise<Family> {
  return until(stage, 'a watchdog with a server and a standby', () => {
    const family = observeFamily(stage.home)
    return family && isIt(family) ? family : undefined
  })
}

export async function answersAgain(stage: Stage, before: number): Promise<void> {
  await until(stage, 'an answer of another server', async () => {
    const health = await askHealth(stage)
    return health && health.pid !== before ? health : undefined
  })
}

/** Each has a process other than these, and can be reached. */
export async function allAgentsAreBack(stage: Stage, before: readonly number[]): Promise<AgentProcess[]> {
  return until(
    stage,
    'all agents at work again',
    async () => {
      const running = listAgentProcesses(stage).filter(({ pid }) => !before.includes(pid))
      if (running.length !== stage.agents.length) return undefined
      return (await areReady(stage)) ? running : undefined
    },
    { everyMs: 50 },
  )
}

const READY = new Set(['idle', 'working', 'waiting'])

async function areReady(stage: Stage): Promise<boolean> {
  try {
    const { status, json } = await ask(stage, 'GET', '/api/agents')
    const { items } = json as { items: { status: string }[] }
    return status === 200 && items.every((agent) => READY.has(agent.status))
  } catch {
    return false // no server answers
  }
}
