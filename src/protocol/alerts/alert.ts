// Alerts as the outside sees them: what cmux noticed by itself and a person should know, the same fault once, counted.
import { z } from 'zod'
import { AlertId, ProjectName } from '../ids.ts'
import { Timestamp } from '../timestamp.ts'

/** The kind of those about an agent elsewhere; what waits for a person and what is told outside has rows of its own for it. */
export const SILENT_ALERT = 'agent-silent'

/** The kind of the one about a server that answers late; it ends by itself. */
export const SLOW_ALERT = 'slow'

export const Alert = z.object({
  id: AlertId,
  /** What noticed it: `log` for lines of a log. A newer server may know more. */
  kind: z.string(),
  /** Null: of cmux itself, or of the machine. */
  project: ProjectName.nullable(),
  title: z.string(),
  /** The file that says so. */
  where: z.string().nullable(),
  /** How often it was seen since it was raised. */
  count: z.number().int(),
  /** A few of what was seen: the first ones, and the last. */
  lines: z.array(z.string()),
  firstAt: Timestamp,
  lastAt: Timestamp,
  state: z.enum(['open', 'acknowledged']),
  acknowledgedBy: z.string().nullable(),
  acknowledgedAt: Timestamp.nullable(),
  /** The newest file with the lines. */
  attachment: z.string().nullable(),
})
export type Alert = z.infer<typeof Alert>

export const AlertsQuery = z.strictObject({
  state: z.enum(['open', 'acknowledged']).optional(),
  project: ProjectName.optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
})
export type AlertsQuery = z.infer<typeof AlertsQuery>
