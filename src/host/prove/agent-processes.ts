// The demo agents of a run by their processes, as the system tells them: cmux is not asked.
import { basename } from 'node:path'
import { listProcesses } from '../list-processes.ts'
import { pause, type Stage } from './stage.ts'

export interface AgentProcess {
  readonly agent: string
  readonly pid: number
}

export function listAgentProcesses({ home }: Pick<Stage, 'home'>): AgentProcess[] {
  return listProcesses().flatMap(({ pid, args }) => {
    // The sandbox around it has the same words further behind.
    const isAgent = args.slice(1, 4).some((word) => basename(word) === 'demo-agent.mjs')
    const isOurs = args.some((word) => word.startsWith(`${home}/`))
    const agent = args[args.indexOf('--name') + 1]
    return isAgent && isOurs && agent !== undefined ? [{ agent, pid }] : []
  })
}

export interface AgentWatch {
  /** Whoever is ended from now on until the end of it was ended by the prover. */
  excuse(pids: readonly number[]): void
  /** Processes that ended, though nobody killed them. */
  lost(): readonly AgentProcess[]
}

const EVERY_MS = 500

export function watchAgents(
  stage: Stage,
  isOver: () => boolean,
): AgentWatch & { readonly done: Promise<void> } {
  const seen = new Map<number, string>()
  const excused = new Set<number>()
  const lost: AgentProcess[] = []
  const look = () => {
    const running = listAgentProcesses(stage)
    const pids = new Set(running.map(({ pid }) => pid))
    for (const [pid, agent] of seen)
      if (!pids.has(pid)) {
        seen.delete(pid)
        if (!excused.has(pid)) lost.push({ agent, pid })
      }
    for (const { pid, agent } of running) seen.set(pid, agent)
  }
  const loop = async () => {
    while (!isOver()) {
      look()
      await pause(stage, EVERY_MS)
    }
  }
  return {
    excuse(pids) {
      for (const pid of pids) excused.add(pid)
    },
    lost: () => lost,
    done: loop(),
  }
}
