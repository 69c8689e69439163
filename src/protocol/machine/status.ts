// One screen of everything, as data.
import { z } from 'zod'
import { Agent } from '../agents/agent.ts'
import { Backup } from '../releases/backup.ts'
import { Event } from '../event.ts'
import { MailLedger } from '../messages/message.ts'
import { Health } from '../health.ts'
import { HomeSpace } from './home-space.ts'
import { SandboxStatus } from '../agents/sandbox.ts'
import { Timestamp } from '../timestamp.ts'
import { UsageSums } from '../budgets/usage.ts'
import { Ward } from '../wards/ward.ts'

/** `why` there is none, or none yet. */
const StandbyStatus = z.object({ state: z.enum(['warm', 'loading', 'none']), why: z.string().nullable() })
export type StandbyStatus = z.infer<typeof StandbyStatus>

const WatchdogStatus = z.object({
  /** The one that is proven. */
  guard: z.string(),
  /** The one that came with the release that answers. */
  build: z.string(),
  next: z.object({ id: z.string(), triesLeft: z.number().int() }).nullable(),
  refused: z.string().nullable(),
  /** Why there is no standby, when that was decided by the machine and not by a setting. */
  noStandby: z.string().nullable(),
  standby: StandbyStatus,
  /** What it can't do at the moment, in its own words. */
  trouble: z.string().nullable(),
})

export const Status = z.object({
  health: Health,
  /** The last time that something failed: `by` what it was mended, or what is being tried. */
  lastRecovery: z
    .object({ at: z.string(), cause: z.string(), by: z.string().optional(), trying: z.string().optional() })
    .nullable(),
  url: z.string(),
  home: z.string(),
  version: z.string(),
  /** Null where nobody can say, as for a server that runs alone from a build. */
  release: z.object({
    id: z.string(),
    installedAt: Timestamp.nullable(),
    currentSince: Timestamp.nullable(),
  }),
  node: z.string(),
  startedAt: Timestamp,
  store: z.object({ seq: z.number().int(), schema: z.number().int(), bytes: z.number().int() }),
  backups: z.object({ count: z.number().int(), newest: Backup.nullable() }),
  /** What the home takes of the disk; null until it was measured, a minute after a start. */
  space: HomeSpace.nullable(),
  agents: z.array(Agent),
  /** Services of projects. How they are says nothing of how cmux is. */
  services: z.array(Ward),
  mail: MailLedger.extend({ unreadByOwner: z.number().int() }),
  /** How many things wait for a person; `GET /api/next` has them. */
  waiting: z.number().int(),
  /** What all agents together used since midnight, UTC. */
  today: UsageSums.pick({ turns: true, tokens: true, usd: true, unpricedTokens: true }),
  /** Null for a server that runs alone. */
  watchdog: WatchdogStatus.nullable(),
  /** Whether agents can be put into a sandbox here. */
  sandbox: SandboxStatus,
  clients: z.object({ streams: z.number().int() }),
  recent: z.array(Event),
})
export type Status = z.infer<typeof Status>
export type WatchdogStatus = z.infer<typeof WatchdogStatus>
