// Looks after agents elsewhere: who is silent for too long is told of, and what was configured is done, each step written down
// before it is taken.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { AgentId, ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { AlertDeps } from '../alerts/raise-alerts.ts'
import type { Store, StoreWriter } from '../store.ts'
import { reofferTasks } from '../tasks/reoffer-tasks.ts'
import { decideSilence, type SilenceAction, type SilenceStep } from './decide-silence.ts'
import type { Elsewhere, Silence } from './elsewhere.ts'
import { raiseSilence } from './raise-silence.ts'

export interface ElsewhereDeps extends AlertDeps {
  readonly store: Store
  /** Runs a person's command to its end; what it said last. Fails when the command does. */
  readonly runCommand: (command: readonly string[], agent: AgentRecord) => Promise<string>
  /** Takes back the newest change of the project; says which. */
  readonly rollBack: (project: ProjectName, why: string) => Promise<string>
  readonly onError: (error: unknown, doing: string) => void
}

export interface ElsewhereKeeper {
  /** Resolves when everybody was looked at; what follows from it goes on by itself. */
  look(): Promise<void>
  /** Resolves when nothing of that is under way. */
  settled(): Promise<void>
}

export function makeElsewhereKeeper(deps: ElsewhereDeps): ElsewhereKeeper {
  const underWay = new Map<AgentId, Promise<void>>()
  return {
    async look() {
      for (const record of await deps.store.read.agents.all()) {
        if (!record.elsewhere || record.paused || underWay.has(record.id)) continue
        const action = decideSilence(record.elsewhere, deps.clock.nowMs())
        if (!action) continue
        const act = carryOut(deps, record, action)
          .catch((error: unknown) => deps.onError(error, `looking after ${record.name}, which is silent`))
          .finally(() => void underWay.delete(record.id))
        underWay.set(record.id, act)
      }
    },
    settled: async () => void (await Promise.all(underWay.values())),
  }
}

function carryOut(deps: ElsewhereDeps, record: AgentRecord, action: SilenceAction): Promise<void> {
  if (action.do === 'step') return takeStep(deps, record, action)
  return action.do === 'tell' ? tell(deps, record) : giveUp(deps, record)
}

async function tell(deps: ElsewhereDeps, record: AgentRecord): Promise<void> {
  await write(deps, record, async (writer, { silentMs, beat }) => {
    const since = beat?.at ?? record.createdAt
    const data = { agent: record.name, limitSec: silentMs / 1000 }
    await writer.events.append({ type: 'agent.silent', actor: 'system', data })
    await raiseSilence(deps, writer, record, { since, limitSec: data.limitSec })
    return { since, steps: 0, steppedAt: null, isGivenUp: false }
  })
}

async function giveUp(deps: ElsewhereDeps, record: AgentRecord): Promise<void> {
  const { name: agent } = record
  const why = 'it runs elsewhere and is silent, and nothing is left to be tried'
  const hint = `look at where it runs; its next heartbeat is enough. See \`cmux agent show ${agent}\``
  await write(deps, record, async (writer, { silence }) => {
    if (!silence) return null
    await writer.events.append({ type: 'agent.needs_person', actor: 'system', data: { agent, why, hint } })
    await reofferTasks(deps, writer, record, `${agent} is silent`)
    return { ...silence, isGivenUp: true }
  })
}

async function takeStep(
  deps: ElsewhereDeps,
  record: AgentRecord,
  { step, number, of }: Extract<SilenceAction, { do: 'step' }>,
): Promise<void> {
  const data = { agent: record.name, step, number, of }
  const isDue = await write(deps, record, async ({ events }, { silence }) => {
    // Another server may have led in between.
    if (silence?.steps !== number - 1) return null
    await events.append({ type: 'agent.silence_step', actor: 'system', data })
    return { ...silence, steps: number, steppedAt: timestampFromMs(deps.clock.nowMs()) }
  })
  if (!isDue) return
  const outcome = await tryStep(deps, record, step)
  await deps.store.write(async ({ events }) => {
    await events.append({ type: 'agent.silence_stepped', actor: 'system', data: { ...data, ...outcome } })
  })
}

async function tryStep(deps: ElsewhereDeps, record: AgentRecord, step: SilenceStep) {
  try {
    const says = await STEPS[step](deps, record)
    return { failed: false, says: clean(says) }
  } catch (error) {
    return { failed: true, says: clean(error instanceof Error ? error.message : String(error)) }
  }
}

const STEPS: Readonly<Record<SilenceStep, (deps: ElsewhereDeps, record: AgentRecord) => Promise<string>>> = {
  restart: (deps, record) => deps.runCommand(record.elsewhere?.command ?? [], record),
  async rollback(deps, { name, project }) {
    if (project === null) throw new Error('it works on no project')
    return deps.rollBack(project, `${name} is silent`)
  },
}

const SAYS_MAX_CHARS = 500
const clean = (text: string) => redactSecrets(text).slice(-SAYS_MAX_CHARS)

/** False when there was nothing to write: it was heard of meanwhile. */
function write(
  { store, clock }: ElsewhereDeps,
  { id }: AgentRecord,
  decide: (writer: StoreWriter, elsewhere: Elsewhere) => Promise<Silence | null>,
): Promise<boolean> {
  return store.write(async (writer) => {
    const elsewhere = (await writer.agents.byId(id))?.elsewhere
    if (!elsewhere || !decideSilence(elsewhere, clock.nowMs())) return false
    const silence = await decide(writer, elsewhere)
    if (silence) await writer.agents.change(id, { elsewhere: { ...elsewhere, silence } })
    return silence !== null
  })
}
