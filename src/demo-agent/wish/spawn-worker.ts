// Starts one more demo worker in the agent's own project. Whether it may is cmux's to say: only supervisors, and within its limits.
import type { CmuxAnswer } from '../ask-cmux.ts'
import type { Turn } from '../turn.ts'
import { useCmux } from '../use-cmux.ts'

export function spawnWorker(turn: Turn, name: string, task: string): Promise<CmuxAnswer> {
  return useCmux(turn, {
    tool: 'spawn_agent',
    about: name,
    method: 'POST',
    path: '/api/agents',
    body: { name, role: 'worker', runtime: 'demo', ...(task !== '' && { task }) },
    says: () => `${name} is starting`,
  })
}
