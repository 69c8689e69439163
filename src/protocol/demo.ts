// The demo that was added, or was there.
import { z } from 'zod'
import { AgentName, ProjectName } from './ids.ts'

export const Demo = z.object({ project: ProjectName, agents: z.array(AgentName) })
export type Demo = z.infer<typeof Demo>
