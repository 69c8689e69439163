// What is asked of an agent's process can be done only where cmux started it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentRecord } from '../agents/agent-record.ts'

export function requireHere({ name, elsewhere }: Pick<AgentRecord, 'name' | 'elsewhere'>): void {
  if (elsewhere)
    throw new CmuxError('CONFLICT', `${name} runs elsewhere: cmux can’t reach its process`, {
      hint: `do it where it runs, or send it a message: cmux send ${name} …`,
    })
}
