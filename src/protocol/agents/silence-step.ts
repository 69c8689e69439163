import { z } from 'zod'
import { AgentName } from '../ids.ts'

/** What is done because an agent elsewhere is silent; of so many steps in all. */
export const SilenceStep = z.object({
  agent: AgentName,
  step: z.enum(['restart', 'rollback']),
  number: z.number(),
  of: z.number(),
})
