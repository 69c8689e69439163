// Puts an agent that runs elsewhere on the books, or changes what is done when it goes silent.
import type { RoleName } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { PutElsewhere } from '../../protocol/agents/elsewhere.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { BLANK_AGENT } from '../agents/blank-agent.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import { RESERVED_NAMES } from '../mail/sender.ts'
import type { StoreWriter } from '../store.ts'
import type { Elsewhere } from './elsewhere.ts'

export interface RegisterDeps {
  readonly clock: Clock
  readonly entropy: Entropy
  readonly elsewhereLimits: { readonly silentMs: number; readonly tries: number; readonly agentsMax: number }
}

type Wish = PutElsewhere & { readonly name: AgentName }

export async function registerElsewhere(
  deps: RegisterDeps,
  writer: StoreWriter,
  wish: Wish,
  actor: string,
): Promise<AgentRecord> {
  const known = await writer.agents.byName(wish.name)
  return known ? change(writer, known, wish, actor) : insert(deps, writer, wish, actor)
}

async function change(
  { agents, events }: StoreWriter,
  record: AgentRecord,
  wish: Wish,
  actor: string,
): Promise<AgentRecord> {
  if (!record.elsewhere) throw runsHere(record)
  const elsewhere = settle(record.elsewhere, wish)
  await agents.change(record.id, { elsewhere })
  await events.append({
    type: 'agent.asked',
    actor,
    data: { agent: record.name, what: 'other limits elsewhere' },
  })
  return { ...record, elsewhere }
}

export function runsHere({ name }: Pick<AgentRecord, 'name'>): CmuxError {
  return new CmuxError('CONFLICT', `${name} is an agent that cmux started itself`, {
    hint: 'choose another name for the one that runs elsewhere',
  })
}

function settle(before: Elsewhere, { silentSec, command, tries, rollback }: PutElsewhere): Elsewhere {
  return {
    ...before,
    ...(silentSec !== undefined && { silentMs: silentSec * 1000 }),
    ...(command && { command }),
    ...(tries !== undefined && { tries }),
    ...(rollback !== undefined && { rollback }),
  }
}

async function insert(
  deps: RegisterDeps,
  writer: StoreWriter,
  wish: Wish,
  actor: string,
): Promise<AgentRecord> {
  const { clock, entropy, elsewhereLimits } = deps
  if (RESERVED_NAMES.has(wish.name))
    throw new CmuxError('BAD_REQUEST', `name: ${wish.name} is no name for an agent`)
  if ((await writer.agents.all()).length >= elsewhereLimits.agentsMax)
    throw new CmuxError('LIMIT_REACHED', 'there are as many agents as may be')
  const at = timestampFromMs(clock.nowMs())
  const { silentMs, tries } = elsewhereLimits
  const blank = { silentMs, tries, command: [], rollback: false, beat: null, upSince: null, silence: null }
  const record: AgentRecord = {
    ...BLANK_AGENT,
    id: entropy.id('agt'),
    name: wish.name,
    role: wish.role ?? ('worker' as RoleName),
    project: wish.project ?? null,
    purpose: wish.purpose ?? '',
    // What an older release makes of it: a plain program that was stopped, and stays so.
    runtime: 'shell',
    desired: 'stopped',
    folder: '',
    elsewhere: settle(blank, wish),
    createdBy: actor,
    createdAt: at,
    generation: 0,
    status: 'starting',
    statusSince: at,
  }
  await writer.agents.insert(record)
  const { name, role, runtime, project, purpose } = record
  const data = { agent: name, role, runtime, project, purpose, elsewhere: true }
  await writer.events.append({ type: 'agent.spawned', actor, data })
  return record
}
