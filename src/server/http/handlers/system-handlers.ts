// What cmux says of itself: health, status, backups, metrics, and the description of all this.
import type { Principal } from '../../../core/access/principal.ts'
import { findVisibility, isVisible, isOwnProject } from '../../../core/access/find-visibility.ts'
import { statSync } from 'node:fs'
import { describeAgents } from '../../../core/agents/describe-agent.ts'
import { observeAttention } from '../../../core/attention/observe-attention.ts'
import { observeSandboxStatus } from '../../../core/confinement/observe-sandbox-status.ts'
import { countMail } from '../../../core/mail/count-mail.ts'
import { countToday } from '../../../core/budgets/count-today.ts'
import { OWNER } from '../../../core/mail/sender.ts'
import { takeBackup } from '../../../core/backups/keep-backups.ts'
import { listWithPlan } from '../../../protocol/releases/backup.ts'
import type { Health } from '../../../protocol/health.ts'
import type { Context } from '../../context.ts'
import { observeRelease } from '../../observe/observe-release.ts'
import { observeWatchdog } from '../../observe/observe-watchdog.ts'
import { readLastRecovery } from '../../observe/read-last-recovery.ts'
import { describeApi } from '../describe-api.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<
  Context,
  | 'addresses'
  | 'agents'
  | 'clock'
  | 'config'
  | 'connections'
  | 'databasePath'
  | 'home'
  | 'machine'
  | 'metrics'
  | 'observeHealth'
  | 'release'
  | 'rules'
  | 'schema'
  | 'shelf'
  | 'store'
  | 'superior'
>

type Keys =
  | 'GET /api/webhooks/health'
  | 'GET /api/status'
  | 'GET /api/next'
  | 'GET /api/me'
  | 'GET /api/backups'
  | 'POST /api/backups'
  | 'GET /api/openapi.json'
  | 'GET /metrics'

const RECENT_EVENTS = 5

export function makeSystemHandlers(context: Deps): Handlers<Keys> {
  const { store, shelf, release, superior } = context
  const trouble = () => superior?.trouble() ?? null
  const lookAround = async (health: Health) => {
    const { problem: policyProblem } = await context.rules.policies.read()
    const sandbox = await observeSandboxStatus(context.agents.deps)
    return { health, trouble: trouble(), policyProblem, sandbox }
  }
  return {
    'GET /api/webhooks/health': async (_, { reply }) => {
      const health = await context.observeHealth()
      if (health.status === 'unhealthy') reply.code(503)
      return health
    },

    'GET /api/status': async (_, { principal }) => {
      const backups = await shelf.list()
      const health = await context.observeHealth()
      const around = await lookAround(health)
      const waiting = await observeAttention(context.agents.deps, around)
      return {
        health,
        lastRecovery: await readLastRecovery(store.read.events),
        url: context.addresses.url(),
        home: context.home,
        version: release.version,
        release: await observeRelease(context.home, release.id),
        node: process.version,
        startedAt: context.addresses.startedAt,
        store: await describeStore(context),
        backups: { count: backups.length, newest: backups[0] ?? null },
        space: context.machine.space() ?? null,
        ...(await listSeen(store, principal)),
        mail: {
          ...(await countMail(context)),
          unreadByOwner: await store.read.messages.unread(OWNER),
        },
        waiting: waiting.items.length + waiting.leftOff,
        today: await countToday(context),
        watchdog: superior ? await observeWatchdog(context, release.guard, trouble()) : null,
        sandbox: around.sandbox,
        clients: { streams: context.connections.count() },
      }
    },

    'GET /api/next': async () =>
      observeAttention(context.agents.deps, await lookAround(await context.observeHealth())),

    'GET /api/me': async (_, { principal: { actor, role, agent: name } }) => {
      const record = name && (await store.read.agents.byName(name))
      const agent = record ? { name: record.name, role: record.role, project: record.project } : null
      return { actor, role, agent }
    },

    'GET /api/backups': async () => ({
      items: listWithPlan(await shelf.list(), await shelf.readPlan()),
      next: null,
    }),

    'POST /api/backups': (_, { principal }) => takeBackup(context, 'asked', principal.actor),

    'GET /api/openapi.json': () => Promise.resolve(describeApi(release.version)),

    'GET /metrics': async (_, { reply }) => {
      reply.type(context.metrics.contentType)
      return context.metrics.render()
    },
  }
}

/** What happens in each project. Agents see their own, and no history, which tells of all of them. */
async function listSeen(store: Deps['store'], by: Principal) {
  const { read } = store
  const visibility = await findVisibility(read, by)
  const agents = (await read.agents.all()).filter(({ project }) => isVisible(visibility, project))
  return {
    agents: await describeAgents(store, agents),
    services: (await read.wards.all()).filter(({ project }) => isOwnProject(visibility, project)),
    recent: by.agent === null ? await read.events.newest(RECENT_EVENTS) : [],
  }
}

async function describeStore({ store, schema, databasePath }: Deps) {
  return { seq: await store.read.events.head(), schema, bytes: statSync(databasePath).size }
}
