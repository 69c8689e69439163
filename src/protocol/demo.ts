// The demo that was added, or was there.
import { z } from 'zod'
import { AgentName, ProjectName } from './ids.ts'

export const Demo = z.object({ project: ProjectName, agents: z.array(AgentName) })
/** What the show of self-healing plays with. */
export const HealDemo = z.object({ project: ProjectName, agent: AgentName })
export type HealDemo = z.infer<typeof HealDemo>
export type Demo = z.infer<typeof Demo>
