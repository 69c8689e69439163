// Registers an agent. The reconciler starts it: what is written here survives any crash in between.
import type { AdoptAgent, RoleName, SpawnAgent } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { isInside } from '../../lib/join-path.ts'
import { AgentName, type ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Requester } from '../access/principal.ts'
import { RESERVED_NAMES, senderOf, type Sender } from '../mail/sender.ts'
import { writeMessage, type Letter } from '../mail/write-message.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { BLANK_AGENT } from '../agents/blank-agent.ts'
import { chooseConfinement } from './choose-confinement.ts'
import { chooseRuntime } from './choose-runtime.ts'
import type { FoundConversation } from '../agents/conversations.ts'
import { requirePerson } from './delegate.ts'
import { ADOPTED } from '../agents/is-in-checkout.ts'

export type SpawnDeps = Pick<
  AgentDeps,
  | 'clock'
  | 'confine'
  | 'confinement'
  | 'conversations'
  | 'entropy'
  | 'environment'
  | 'limits'
  | 'roles'
  | 'runtimes'
  | 'store'
  | 'workplaces'
>

export async function spawnAgent(deps: SpawnDeps, request: SpawnAgent, by: Requester): Promise<AgentRecord> {
  if (request.workspace === false) requirePerson(by)
  const project = await deps.workplaces.findProject(request.project)
  await checkRoom(deps, request.name, project)
  await checkRole(deps, request.role, project)
  // Before anything is made: one that can't start is not registered.
  await chooseConfinement(deps, request)
  const runtime = await chooseRuntime(deps, request.runtime)
  if (runtime === 'shell' && request.args.length === 0)
    throw new CmuxError('BAD_REQUEST', 'args: the runtime shell needs a command', {
      hint: 'for example: cmux agent spawn top --runtime shell -- htop',
    })
  const inCheckout = project !== null && request.workspace === false
  const workplace = inCheckout
    ? await deps.workplaces.enterCheckout(project)
    : await deps.workplaces.make(request.name, project)
  const chosen: Chosen = {
    ...workplace,
    inCheckout,
    name: request.name,
    role: request.role,
    runtime,
    project,
    purpose: request.task?.split('\n', 1)[0]?.slice(0, PURPOSE_MAX_CHARS) ?? '',
    model: request.model ?? null,
    args: request.args,
    answerFirstRun: request.answerFirstRun,
    sandbox: request.sandbox,
    session: null,
    hasTalked: false,
  }
  return register(
    deps,
    by.actor,
    chosen,
    request.task === undefined ? undefined : firstMessage(deps, request.task, by),
  )
}

/** What it is to do comes to it as everything else does. */
function firstMessage({ entropy }: SpawnDeps, body: string, by: Requester): FirstMessage {
  return { letter: { id: entropy.id('msg'), body }, sender: senderOf(by, undefined) }
}

const PURPOSE_MAX_CHARS = 200

/**
 * A conversation that somebody began by hand goes on as an agent (A13). Its program finds it by the folder it was begun in, so it
 * stays in that folder: a person who adopts it says so by that.
 */
export async function adoptAgent(deps: SpawnDeps, request: AdoptAgent, actor: string): Promise<AgentRecord> {
  const found = await deps.conversations.find(request)
  const project = await chooseProject(deps, request, found)
  const name =
    request.name ??
    AgentName.parse(
      `${request.runtime}-${request.session
        .toLowerCase()
        .replaceAll(/[^a-z0-9]/g, '')
        .slice(0, 8)}`,
    )
  await checkRoom(deps, name, project)
  await checkRole(deps, request.role, project)
  await chooseConfinement(deps, request)
  const runtime = await chooseRuntime(deps, request.runtime)
  const others = await deps.store.read.agents.all()
  const holder = others.find(({ session }) => session === request.session)
  if (holder)
    throw new CmuxError('CONFLICT', `${holder.name} has that conversation already`, {
      hint: `see \`cmux agent show ${holder.name}\``,
    })
  requireClosed(request, found)
  const folder = request.folder ?? found?.folder ?? undefined
  const inCheckout = project !== null || folder !== undefined
  const workplace = inCheckout
    ? await deps.workplaces.enterCheckout(project, folder)
    : await deps.workplaces.make(name, null)
  return register(deps, actor, {
    ...workplace,
    inCheckout,
    name,
    role: request.role,
    runtime,
    project,
    purpose: `${ADOPTED} ${request.session}`,
    model: null,
    args: [],
    answerFirstRun: false,
    sandbox: request.sandbox,
    session: request.session,
    hasTalked: true,
  })
}

/** The one that is named, else the one that the conversation was begun in; a folder of no project is of none. */
async function chooseProject(
  { store, workplaces }: SpawnDeps,
  { project }: AdoptAgent,
  found: FoundConversation | undefined,
): Promise<ProjectName | null> {
  const folder = found?.folder
  if (project !== undefined || typeof folder !== 'string') return workplaces.findProject(project)
  const around = (await store.read.projects.list({ all: false })).filter(({ path }) => isInside(folder, path))
  const [nearest] = around.toSorted((a, b) => b.path.length - a.path.length)
  return nearest?.name ?? null
}

/** Two processes in one conversation would write over each other; one that nobody knows would be started in vain. */
function requireClosed({ runtime, session }: AdoptAgent, found: FoundConversation | undefined): void {
  if (!found)
    throw new CmuxError('NOT_FOUND', `${runtime} has no conversation ${session}`, {
      hint: `its id is shown by \`${runtime} ${runtime === 'claude' ? '--resume' : 'resume'}\`, and when it ends`,
    })
  if (found.openIn !== null)
    throw new CmuxError(
      'CONFLICT',
      `${session} may still be open: ${runtime} runs as process ${found.openIn}`,
      {
        hint: 'end it there first, then adopt it again; nothing was done',
      },
    )
}

async function checkRoom(
  { store, limits }: SpawnDeps,
  name: AgentName,
  project: ProjectName | null,
): Promise<void> {
  if (RESERVED_NAMES.has(name))
    throw new CmuxError('BAD_REQUEST', `name: ${name} is no name for an agent`, {
      hint: 'choose another name',
    })
  const agents = await store.read.agents.all()
  if (agents.some((agent) => agent.name === name))
    throw new CmuxError('CONFLICT', `there is an agent ${name} already`, {
      hint: `choose another name, or \`cmux agent remove ${name}\` first`,
    })
  const spelled = spellPlace({ name, project })
  const twin = agents.find((agent) => project !== null && spellPlace(agent) === spelled)
  if (twin)
    throw new CmuxError(
      'CONFLICT',
      `${twin.project}/${twin.name} has a workspace that is spelled like this one`,
      {
        hint: 'Claude Code would show each of them the other’s conversations: choose another name',
      },
    )
  if (agents.length >= limits.agentsMax)
    throw new CmuxError('LIMIT_REACHED', `there are ${agents.length} agents, as many as may be`)
  const inProject = agents.filter((agent) => agent.project === project)
  if (project !== null && inProject.length >= limits.agentsPerProjectMax)
    throw new CmuxError('LIMIT_REACHED', `${project} has ${inProject.length} agents, as many as may be`)
}

/** Claude Code keeps conversations by the folder they began in, and to it a slash in a path is a dash. */
const spellPlace = ({ name, project }: Pick<AgentRecord, 'name' | 'project'>) =>
  project === null ? null : `${project}-${name}`

async function checkRole(
  { roles }: SpawnDeps,
  role: RoleName,
  project: AgentRecord['project'],
): Promise<void> {
  if (await roles.read(role, project)) return
  const known = (await roles.list(project)).map(({ name }) => name)
  throw new CmuxError('BAD_REQUEST', `role: there is no role ${role}`, {
    hint: `one of ${known.join(', ')}, or write a file for it (docs/operating.md)`,
  })
}

type Chosen = Pick<
  AgentRecord,
  | 'name'
  | 'role'
  | 'runtime'
  | 'project'
  | 'purpose'
  | 'model'
  | 'args'
  | 'folder'
  | 'workspace'
  | 'branch'
  | 'inCheckout'
  | 'answerFirstRun'
  | 'sandbox'
  | 'session'
  | 'hasTalked'
>

interface FirstMessage {
  readonly letter: Omit<Letter, 'to'>
  readonly sender: Sender
}

async function register(
  deps: SpawnDeps,
  actor: string,
  chosen: Chosen,
  first?: FirstMessage,
): Promise<AgentRecord> {
  const at = timestampFromMs(deps.clock.nowMs())
  const record: AgentRecord = {
    ...BLANK_AGENT,
    id: deps.entropy.id('agt'),
    ...chosen,
    createdBy: actor,
    createdAt: at,
    desired: 'running',
    generation: 0,
    status: 'starting',
    statusSince: at,
  }
  await deps.store.write(async (writer) => {
    const { agents, events } = writer
    if (await agents.byName(record.name))
      throw new CmuxError('CONFLICT', `there is an agent ${record.name} already`)
    await agents.insert(record)
    const { name, role, runtime, project, purpose } = record
    await events.append({
      type: 'agent.spawned',
      actor,
      data: { agent: name, role, runtime, project, purpose },
    })
    if (first) await writeMessage(deps, writer, { ...first.letter, to: name }, first.sender)
  })
  return record
}
