// The agents' processes on this machine.
import type { Processes } from '../../core/agents/processes.ts'

export function makeAgentProcesses(): Processes {
  return {
    isAlive(pid) {
      try {
        process.kill(pid, 0)
        return true
      } catch (error) {
        // Somebody else's process is a process as well.
        return error instanceof Error && 'code' in error && error.code === 'EPERM'
      }
    },
    signal(pid, signal) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
      }
    },
  }
}
