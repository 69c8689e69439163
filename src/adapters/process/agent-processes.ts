// The agents' processes on this machine.
import { availableParallelism } from 'node:os'
import type { Processes } from '../../core/agents/processes.ts'
import { findInner } from './find-inner.ts'
import { hasTerminal } from './has-terminal.ts'
import { readProcessStart } from './read-process-start.ts'
import { readTreeCpu } from './read-tree-cpu.ts'

/** A start is written down before its process begins; a program that has to be brought from a slow disk takes a while. */
const BEGIN_LIMIT_MS = 60_000

export function makeAgentProcesses(): Processes {
  return {
    isAlive(pid, startedAt) {
      const beganMs = readProcessStart(pid)
      if (beganMs === undefined || startedAt === null) return beganMs !== undefined
      // A reboot deals the numbers anew: whoever began much later is somebody else.
      return beganMs <= Date.parse(startedAt) + BEGIN_LIMIT_MS
    },
    hasTerminal,
    cpuMsOf: readTreeCpu,
    room: () => ({
      cores: availableParallelism(),
      // With the limit of a container. macOS counts what it could free at once as used.
      availableBytes: process.platform === 'linux' ? process.availableMemory() : null,
    }),
    signal(pid, signal) {
      // Its program leads a group of its own; what it started must not go on with the same conversation without it.
      if (signal === 'SIGKILL') send(-pid, signal)
      send(signal === 'SIGTERM' ? findInner(pid) : pid, signal)
    },
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
