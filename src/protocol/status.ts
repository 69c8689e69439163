// One screen of everything, as data.
import { z } from 'zod'
import { Agent } from './agent.ts'
import { Backup } from './backup.ts'
import { Event } from './event.ts'
import { Health } from './health.ts'
import { Timestamp } from './timestamp.ts'

export const Status = z.object({
  health: Health,
  url: z.string(),
  home: z.string(),
  version: z.string(),
  node: z.string(),
  startedAt: Timestamp,
  store: z.object({ seq: z.number().int(), schema: z.number().int(), bytes: z.number().int() }),
  backups: z.object({ count: z.number().int(), newest: Backup.nullable() }),
  agents: z.array(Agent),
  clients: z.object({ streams: z.number().int() }),
  recent: z.array(Event),
})
export type Status = z.infer<typeof Status>
