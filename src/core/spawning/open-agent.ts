// Carries out a start that is written down: a token, the runtime's files, a pane. Repeated after a crash in between, it
// ends the same way.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { endAgentTokens } from '../access/end-agent-tokens.ts'
import { writeToken } from '../access/issue-token.ts'
import type { Size } from '../terminals/terminals.ts'
import { writeRemoteScript } from '../pushes/write-remote-script.ts'
import { writeCurrentTask } from '../continuity/current-task-keeper.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { chooseConfinement } from './choose-confinement.ts'
import { encloseLaunch } from './enclose-launch.ts'
import { isInCheckout } from '../agents/is-in-checkout.ts'

/** Wide enough for what coding agents draw; a person who looks resizes it. */
const FIRST_SIZE: Size = { cols: 120, rows: 40 }

export async function openAgent(deps: AgentDeps, record: AgentRecord): Promise<void> {
  const { runtimes, terminals, files, store } = deps
  const runtime = runtimes[record.runtime]
  const state = await runtime.examine(deps.environment)
  if (state.kind !== 'ready') throw new CmuxError('RUNTIME_UNAVAILABLE', state.detail, { hint: state.hint })
  const confinement = await chooseConfinement(deps, record)
  const { confined, network = 'own' } = confinement
  if (isInCheckout(record)) await deps.workplaces.requireSafeCheckout(record.folder)
  // Known before it runs: should a main branch move from now on, it could have been this agent.
  await store.write(({ agents }) =>
    agents.change(record.id, { confinement: { ...confinement, ...(confined && { conversations: 'own' }) } }),
  )
  if (!confined || isInCheckout(record)) await deps.workplaces.noteMainBranches()
  const role = await deps.roles.read(record.role, record.project)
  await files.claim(record.name, record.id)
  const agentHome = await files.homeOf(record.name)
  const tokenFile = files.tokenFileOf(record.name)
  const launch = runtime.planLaunch({
    agent: record.name,
    generation: record.generation,
    project: record.project,
    role: { name: record.role, prompt: role?.prompt ?? '' },
    folder: record.folder,
    agentHome,
    program: state.program,
    url: deps.url(),
    tokenFile,
    conversation: {
      kind: record.hasTalked ? 'resume' : 'new',
      sessionId: record.session ?? deps.entropy.uuid(),
    },
    earlier: await store.read.agents.transcripts(record.id),
    isConfined: confined,
    model: record.model,
    args: record.args,
    hookCommand: deps.hookCommand,
    mcpCommand: deps.mcpCommand,
    trustsFolder: record.answerFirstRun || !isInCheckout(record),
    answerFirstRun: record.answerFirstRun,
    environment: deps.environment,
  })
  await writeCurrentTask(deps, record)
  const secret = await replaceToken(deps, record)
  const helper = { agentHome, command: deps.pushCommand, url: deps.url(), tokenFile }
  await files.write([...launch.files, writeRemoteScript(helper), { path: tokenFile, content: secret }])
  const started = confined ? await encloseLaunch(deps, record, launch, network) : launch
  const pane = await terminals.open({
    owner: { agent: record.id, generation: record.generation },
    title: record.name,
    folder: record.folder,
    command: started.command,
    environment: started.environment,
    size: FIRST_SIZE,
  })
  await store.write(({ agents }) => agents.change(record.id, { pane: pane.id, pid: pane.pid }))
}

/** A token a generation. What the one before it says late is still heard; older ones are silent. */
async function replaceToken(deps: AgentDeps, record: AgentRecord): Promise<string> {
  const { store, clock, entropy } = deps
  const secret = entropy.secret()
  await store.write(async (writer) => {
    const at = timestampFromMs(clock.nowMs())
    await endAgentTokens(writer, record, at)
    await writer.tokens.silence(record.name, at, record.generation - 1)
    const request = { role: 'agent', agent: record.name, label: `generation ${record.generation}` } as const
    await writeToken(deps, writer, { ...request, generation: record.generation }, 'system', secret)
  })
  return secret
}
