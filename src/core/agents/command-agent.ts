// What a person or a supervisor can ask of an agent. What ends a process is only written down here; the reconciler does it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { PaneId } from '../terminals/terminals.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentChange, AgentRecord, Ending } from './agent-record.ts'

export async function findAgent({ store }: Pick<AgentDeps, 'store'>, name: AgentName): Promise<AgentRecord> {
  const record = await store.read.agents.byName(name)
  if (record) return record
  throw new CmuxError('NOT_FOUND', `there is no agent ${name}`, { hint: 'see `cmux agent list`' })
}

export async function stopAgent(deps: AgentDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  await ask(deps, record, actor, 'stop', {
    desired: 'stopped',
    ending: endingOf(deps, record, 'stop', false),
  })
}

export async function restartAgent(
  deps: AgentDeps,
  name: AgentName,
  { fresh }: { fresh: boolean },
  actor: string,
): Promise<void> {
  const record = await findAgent(deps, name)
  const ending = endingOf(deps, record, 'restart', fresh) ?? endedFor(deps, fresh)
  const change: AgentChange = { desired: 'running', gaveUp: null, ending }
  await ask(deps, record, actor, fresh ? 'restart fresh' : 'restart', change)
}

/** Its process is ended, what it worked on is kept in the project, and then it is forgotten (P6). */
export async function removeAgent(deps: AgentDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const ending = { why: 'remove', fresh: false, askedAt: timestampFromMs(deps.clock.nowMs()) } as const
  await ask(deps, record, actor, 'remove', { desired: 'stopped', gaveUp: null, ending })
}

/** Null when there is no process to end. */
function endingOf(deps: AgentDeps, record: AgentRecord, why: Ending['why'], fresh: boolean): Ending | null {
  if (record.startedAt === null) return null
  return { why, fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}

/** Nothing runs: the next start is one that was asked for. */
function endedFor(deps: AgentDeps, fresh: boolean): Ending {
  return { why: 'restart', fresh, askedAt: timestampFromMs(deps.clock.nowMs()) }
}

export async function interruptAgent(deps: AgentDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const pane = paneOf(record)
  await ask(deps, record, actor, 'interrupt', {})
  await deps.terminals.press(pane, deps.runtimes[record.runtime].interruptKeys)
}

/** Typed as a person would, so only when it waits for a prompt. */
export async function typeCommand(
  deps: AgentDeps,
  name: AgentName,
  what: 'clear' | 'compact',
  actor: string,
): Promise<void> {
  const record = await findAgent(deps, name)
  const pane = paneOf(record)
  const command = deps.runtimes[record.runtime].commands[what]
  if (command === null)
    throw new CmuxError('CONFLICT', `${record.runtime} has no command to ${what} its conversation`, {
      hint: `begin a new one with \`cmux agent restart ${name} --fresh\``,
    })
  const screen = await deps.terminals.capture(pane)
  const reading = deps.runtimes[record.runtime].readScreen(screen.lines)
  if (reading.kind !== 'ready' || reading.draft !== '' || reading.mode === 'normal')
    throw new CmuxError('CONFLICT', `${name} does not wait for a prompt right now`, {
      hint: `see \`cmux agent show ${name}\`, and try again when it is idle`,
    })
  await ask(deps, record, actor, what, {})
  await deps.terminals.paste(pane, command)
  await deps.terminals.press(pane, ['Enter'])
}

function paneOf(record: AgentRecord): PaneId {
  if (record.pane !== null) return record.pane
  throw new CmuxError('CONFLICT', `${record.name} does not run`, {
    hint: `start it with \`cmux agent restart ${record.name}\``,
  })
}

async function ask(
  { store }: AgentDeps,
  record: AgentRecord,
  actor: string,
  what: string,
  change: AgentChange,
): Promise<void> {
  await store.write(async ({ agents, events }) => {
    await agents.change(record.id, change)
    await events.append({ type: 'agent.asked', actor, data: { agent: record.name, what } })
  })
}
