// What a supervisor may ask of other agents: to come, to stop, to end a turn and to start again, within its own project, with nothing
// that it does not have itself.
// People may ask anything, and pass through here unchanged.
import type { RestartOrder, SpawnAgent } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import type { Store } from '../store.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { findAgent } from '../agents/find-agent.ts'

interface Deps {
  readonly store: Store
}

const SUPERVISOR = 'supervisor'

/** The request as it may be carried out. */
export async function delegateSpawn(deps: Deps, request: SpawnAgent, by: Principal): Promise<SpawnAgent> {
  const own = await findSupervisor(deps, by)
  return own ? narrowSpawn(own, request) : request
}

/** `verb`: what is to be done to the agent, as `stopped`. */
export async function delegateAct(
  deps: Deps,
  name: AgentName,
  by: Principal,
  verb: 'stopped' | 'interrupted' | 'restarted',
): Promise<void> {
  const own = await findSupervisor(deps, by)
  if (!own) return
  const other = await findAgent(deps, name)
  if (other.role === SUPERVISOR)
    throw refuse(`a supervisor can’t be ${verb} by an agent`, 'ask the owner, or send it a message')
  requireOwnProject(own, other.project)
}

export async function delegateRestart(
  deps: Deps,
  name: AgentName,
  { runtime, model }: RestartOrder,
  by: Principal,
): Promise<void> {
  await delegateAct(deps, name, by, 'restarted')
  if (by.agent !== null && (runtime !== undefined || model !== undefined))
    throw refuse('only people give an agent another program or model', 'leave runtime and model out')
}

/** Undefined for people. */
async function findSupervisor({ store }: Deps, by: Principal): Promise<AgentRecord | undefined> {
  if (by.agent === null) return undefined
  const own = await store.read.agents.byName(by.agent)
  // A program that it started before may still run.
  if (own?.paused)
    throw refuse(`${own.name} is ${describePause(own.paused)}`, 'wait: you are told when to go on')
  if (own?.role === SUPERVISOR) return own
  throw refuse(`${by.agent} is no supervisor`, 'send the supervisor a message, and say what you need')
}

/** Arguments and plain commands would reach past the limits that the supervisor itself has. */
function narrowSpawn(own: AgentRecord, request: SpawnAgent): SpawnAgent {
  if (request.role === SUPERVISOR)
    throw refuse('role: only people make supervisors', 'choose another role, such as worker')
  if (request.runtime === 'shell')
    throw refuse('runtime: only people start plain programs', 'choose another runtime, or leave it out')
  if (request.args.length > 0)
    throw refuse('args: only people give arguments to an agent’s program', 'leave them out')
  if (request.workspace === false) requirePerson({ agent: own.name })
  if (!request.sandbox) throw refuse('sandbox: only people start agents outside of walls', 'leave it out')
  const project = request.project ?? own.project ?? undefined
  requireOwnProject(own, project ?? null)
  // Whether first questions are answered is the person's decision; it holds for whom their supervisor brings, too.
  const answerFirstRun = own.answerFirstRun
  return { ...request, ...(project !== undefined && { project }), answerFirstRun }
}

/** A checkout is a person's. A yes to an agent's request for another agent is not enough either. */
export function requirePerson({ agent }: Pick<Principal, 'agent'>): void {
  if (agent !== null)
    throw refuse(
      'workspace: only people start agents in a checkout',
      'leave it out: the agent then gets a workspace of its own',
    )
}

/** One without a project is the whole instance's. */
function requireOwnProject(own: AgentRecord, project: ProjectName | null): void {
  if (own.project === null || own.project === project) return
  throw refuse(`${own.name} supervises ${own.project} only`, `leave the project out, or say ${own.project}`)
}

function refuse(message: string, hint: string): CmuxError {
  return new CmuxError('FORBIDDEN', message, { hint })
}
