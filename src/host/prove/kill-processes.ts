// kill -9 of one kind of process, and the time until what it did is done again.
import { findProcesses } from '../find-processes.ts'
import { hasEnded } from '../has-ended.ts'
import { signalProcess } from '../signal-process.ts'
import { listAgentProcesses, type AgentProcess } from './agent-processes.ts'
import type { Play, Scene } from './scene.ts'
import { observeFamily, type Family } from './observe-family.ts'
import { ask, askHealth, runCmux, until, type Stage } from './stage.ts'
import { findTmuxServer } from './tmux-of-stage.ts'

export const killServer: Play = async ({ stage }) => {
  const { leader } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(leader, 'SIGKILL')
  await answersAgain(stage, leader)
  return recovery()
}

export const killStandby: Play = async ({ stage }) => {
  const { standby } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(standby, 'SIGKILL')
  await wholeFamily(stage, (family) => family.standby !== standby)
  return recovery()
}

export const killWatchdog: Play = async ({ stage }) => {
  const { watchdog } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(watchdog, 'SIGKILL')
  await wholeFamily(stage, (family) => family.watchdog !== watchdog)
  return recovery()
}

export const killAgent: Play = async ({ stage, watch }, { share }) => {
  const agents = await allAgentsAreBack(stage, [])
  const victim = agents[Math.floor(share * agents.length)]
  if (!victim) throw new Error('no agent runs')
  watch.excuse([victim.pid])
  const recovery = startClock()
  signalProcess(victim.pid, 'SIGKILL')
  await allAgentsAreBack(stage, [victim.pid])
  return recovery()
}

export const killTmux: Play = async ({ stage, watch }) => {
  const agents = await allAgentsAreBack(stage, [])
  const server = await findTmuxServer(stage)
  if (server === undefined) throw new Error('no tmux server runs')
  const pids = agents.map(({ pid }) => pid)
  watch.excuse(pids)
  const recovery = startClock()
  signalProcess(server, 'SIGKILL')
  await allAgentsAreBack(stage, pids)
  return recovery()
}

/** Nobody is left who could bring them back: the next command of a person does. */
export const killEverything: Play = async ({ stage, watch }) => {
  const tmux = await findTmuxServer(stage)
  const ours = freeze(stage.home)
  const agents = listAgentProcesses(stage).map(({ pid }) => pid)
  watch.excuse(agents)
  const recovery = startClock()
  const all = [...ours, ...agents, ...(tmux === undefined ? [] : [tmux])]
  for (const pid of all) signalProcess(pid, 'SIGKILL')
  await until(stage, 'the end of what was killed', () => ours.every(hasEnded) || undefined)
  await runCmux(stage, 'status')
  await until(stage, 'an answer after everything was killed', () => askHealth(stage))
  const tookMs = recovery()
  await allAgentsAreBack(stage, agents)
  return tookMs
}

const ROUNDS_MAX = 100
const QUIET_LOOKS = 3

/** One that is left for a moment would start the others again: all are stopped before one is killed. */
function freeze(home: string): number[] {
  const stopped = new Set<number>()
  let quiet = 0
  for (let round = 0; round < ROUNDS_MAX && quiet < QUIET_LOOKS; round += 1) {
    const running = findProcesses(home).filter((pid) => !stopped.has(pid))
    quiet = running.length === 0 ? quiet + 1 : 0
    for (const pid of running) {
      signalProcess(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  }
  return [...stopped]
}

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
export async function allAgentsAreBack(
  stage: Scene['stage'],
  before: readonly number[],
): Promise<AgentProcess[]> {
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
