// What waits for a person, as the outside sees it.
import { z } from 'zod'
import { AgentName, ProjectName } from './ids.ts'
import { Timestamp } from './timestamp.ts'

export const AttentionItem = z.object({
  /** A newer server may know more of them. */
  kind: z.string(),
  urgency: z.enum(['high', 'normal', 'low']),
  title: z.string(),
  detail: z.string(),
  /** Null when nobody has written down when it began. */
  since: Timestamp.nullable(),
  agent: AgentName.optional(),
  project: ProjectName.optional(),
  /** What its program asks can be answered so, by POST /api/agents/:name/answer. */
  answer: z.string().optional(),
  /** What to type. */
  command: z.string(),
  /** Where in the dashboard. */
  link: z.string(),
})
export type AttentionItem = z.infer<typeof AttentionItem>

export const Attention = z.object({
  /** Most urgent first; of the same urgency and kind, what waits longest. */
  items: z.array(AttentionItem),
  next: z.null(),
  /** How many more there are than are shown. */
  leftOff: z.number().int(),
})
export type Attention = z.infer<typeof Attention>
