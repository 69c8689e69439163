// kill -9 of one kind of process, and the time until what it did is done again.
import { findProcesses } from '../find-processes.ts'
import { hasEnded } from '../has-ended.ts'
import { signalProcess } from '../signal-process.ts'
import { listAgentProcesses } from './agent-processes.ts'
import { findTmuxServer } from './find-tmux-server.ts'
import type { Play } from './scene.ts'
import { askHealth, runCmux, until } from './stage.ts'
import { allAgentsAreBack, answersAgain, startClock, wholeFamily } from './whole-family.ts'

const killServer: Play = async ({ stage }) => {
  const { leader } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(leader, 'SIGKILL')
  await answersAgain(stage, leader)
  return recovery()
}

const killStandby: Play = async ({ stage }) => {
  const { standby } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(standby, 'SIGKILL')
  await wholeFamily(stage, (family) => family.standby !== standby)
  return recovery()
}

const killWatchdog: Play = async ({ stage }) => {
  const { watchdog } = await wholeFamily(stage)
  const recovery = startClock()
  signalProcess(watchdog, 'SIGKILL')
  await wholeFamily(stage, (family) => family.watchdog !== watchdog)
  return recovery()
}

const killAgent: Play = async ({ stage, watch }, { share }) => {
  const agents = await allAgentsAreBack(stage, [])
  const victim = agents[Math.floor(share * agents.length)]
  if (!victim) throw new Error('no agent runs')
  watch.excuse([victim.pid])
  const recovery = startClock()
  signalProcess(victim.pid, 'SIGKILL')
  await allAgentsAreBack(stage, [victim.pid])
  return recovery()
}

const killTmux: Play = async ({ stage, watch }) => {
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
const killEverything: Play = async ({ stage, watch }) => {
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

export const KILLS = {
  server: killServer,
  standby: killStandby,
  watchdog: killWatchdog,
  tmux: killTmux,
  agent: killAgent,
  everything: killEverything,
} as const
