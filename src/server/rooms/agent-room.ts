// Everything about agents that the server holds: their terminals, runtimes, files, and the reconciler while we lead.
import { join } from 'node:path'
import { makeBubblewrap } from '../../adapters/confine/bubblewrap.ts'
import { makeHomeAgentFiles } from '../../adapters/runtimes/home-agent-files.ts'
import { makeMailFolders } from '../../adapters/files/mail-folders.ts'
import { makeJournalFolder } from '../../adapters/files/journal-folder.ts'
import { listWindows } from '../../adapters/files/list-windows.ts'
import { readPrices } from '../../adapters/files/read-prices.ts'
import { makeRoleFolders } from '../../adapters/files/role-folders.ts'
import { makeConversations } from '../../adapters/runtimes/make-conversations.ts'
import { makeTranscriptTails } from '../../adapters/runtimes/transcript-tails.ts'
import { makeAgentProcesses } from '../../adapters/process/agent-processes.ts'
import { makeRuntimes } from '../../adapters/runtimes/make-runtimes.ts'
import { makeToolJudge } from '../../adapters/rules/make-tool-judge.ts'
import { makeTmuxProgram, socketName } from '../../adapters/tmux/tmux-program.ts'
import { makeTmuxTerminals } from '../../adapters/tmux/tmux-terminals.ts'
import type { AgentDeps } from '../../core/agents/agent-deps.ts'
import { AGENT_LIMITS } from '../../core/agents/agent-limits.ts'
import type { AgentRecord } from '../../core/agents/agent-record.ts'
import { hearTranscripts } from '../../core/agent-loop/hear-transcripts.ts'
import type { MovementLimits } from '../../core/agent-loop/judge-standstill.ts'
import { keepAgents, type AgentKeeper } from '../../core/agent-loop/keep-agents.ts'
import { adoptAgent, spawnAgent } from '../../core/spawning/spawn-agent.ts'
import type { Principal } from '../../core/access/principal.ts'
import type { Workplaces } from '../../core/agents/workplaces.ts'
import type { ReadProjectFile } from '../../adapters/files/role-folders.ts'
import type { ContinuityDeps } from '../../core/continuity/continuity-deps.ts'
import type { Terminals } from '../../core/terminals/terminals.ts'
import { bubblewrapOptions } from '../bubblewrap-options.ts'
import { budgetRules } from '../budget-rules.ts'
import { confineSettings } from '../confine-settings.ts'
import { makeTurns } from '../../lib/turns.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { printable } from '../../lib/printable.ts'
import type { Mask } from '../../lib/mask.ts'
import type { AdoptAgent, SpawnAgent } from '../../protocol/agents/agent.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Config } from '../../protocol/config.ts'
import type { AgentId, AgentName, ProjectId } from '../../protocol/ids.ts'
import type { TerminalScreen } from '../../protocol/terminal.ts'
import type { Release } from '../release.ts'
import type { RuleBook } from '../rule-book.ts'

export interface AgentRoom extends AsyncDisposable {
  readonly deps: AgentDeps
  readonly terminals: Terminals
  /** Only who leads looks after agents. */
  start(): void
  stop(): Promise<void>
  wake(): void
  /** A message came; null is the person's inbox. */
  mailFor(agent: AgentId | null): void
  settled(): Promise<void>
  /** Until its workspace is where it should be: whoever begins a turn begins it there. */
  whenStill(agent: AgentName): Promise<void>
  /** Reads what its transcript has told since, one after the other. */
  count(record: AgentRecord): Promise<void>
  /** One after the other: whether there is room is looked at before the workspace is made. */
  spawn(request: SpawnAgent, by: Principal): Promise<AgentRecord>
  adopt(request: AdoptAgent, actor: string): Promise<AgentRecord>
  readTerminal(record: AgentRecord, scrollbackLines: number): Promise<TerminalScreen>
  /** The screen of a service, by its project; nothing when it has no pane. */
  readPane(project: ProjectId): Promise<Pick<TerminalScreen, 'lines' | 'attach'>>
}

export interface AgentRoomOptions extends Pick<
  AgentDeps,
  'store' | 'clock' | 'entropy' | 'hashSecret' | 'environment' | 'url' | 'onError'
> {
  readonly home: string
  readonly mask: Mask
  readonly config: Config
  /** Where hook, MCP and demo programs are, under a name that outlives releases. */
  readonly programs: string
  readonly release: Release
  /** Where the built-in roles are. */
  readonly rolesFolder: string
  readonly workplaces: Workplaces
  readonly readProjectFile: ReadProjectFile
  readonly readGit: ContinuityDeps['readGit']
  readonly rules: RuleBook
}

/** A program waits for its hook no longer than it has to. */
const MOVE_LIMIT_MS = 5000
/** Enough to see why it fell. */
const SERVICE_LINES = 100

export function makeAgentRoom(options: AgentRoomOptions): AgentRoom {
  const { home, clock, environment, config, programs } = options
  const tmux = makeTmuxProgram(socketName(home), environment)
  const terminals = makeTmuxTerminals({ tmux, clock, memoryFile: join(home, 'tmux-server.json') })
  const deps: AgentDeps = {
    ...options,
    terminals,
    processes: makeAgentProcesses(),
    runtimes: makeRuntimes({ programs, version: options.release.version, clock }),
    files: makeHomeAgentFiles(home),
    confinement: makeBubblewrap({ environment, clock, ...bubblewrapOptions(config, home) }),
    confine: confineSettings(options),
    transcripts: makeTranscriptTails(),
    conversations: makeConversations(environment),
    mailFiles: makeMailFolders(home),
    prices: readPrices(home),
    continuity: makeContinuity(options),
    budgets: budgetRules(config),
    roles: makeRoleFolders([join(home, 'roles'), options.rolesFolder], options.readProjectFile),
    limits: agentLimits(config),
    judgeTool: makeToolJudge(options.rules.explain),
    movement: movementTable(config),
    hookCommand: [process.execPath, join(programs, 'hook.mjs')],
    mcpCommand: [process.execPath, join(programs, 'mcp.mjs')],
    pushCommand: [process.execPath, join(programs, 'git-remote.mjs')],
    forwardCommand: [process.execPath, join(programs, 'forward.mjs')],
    outboundCommand: [process.execPath, join(programs, 'outbound.mjs')],
  }
  const inTurn = makeTurns()
  let keeper: AgentKeeper | undefined
  const stop = async () => {
    await keeper?.stop()
    keeper = undefined
  }
  return {
    deps,
    terminals,
    start: () => void (keeper ??= keepAgents(deps)),
    stop,
    wake: () => keeper?.wake(),
    mailFor: (agent) => void (agent && keeper?.mailFor(agent)),
    spawn: (request, by) => inTurn('spawn', () => spawnAgent(deps, request, by)),
    adopt: (request, actor) => inTurn('spawn', () => adoptAgent(deps, request, actor)),
    count: (record) => inTurn(`count ${record.id}`, () => hearTranscripts(deps, record)),
    settled: () => keeper?.settled() ?? Promise.resolve(),
    async whenStill(agent) {
      const move = keeper?.moveOf(agent)
      if (move) await withLimit(clock, MOVE_LIMIT_MS, move, () => undefined)
    },
    async readTerminal(record, scrollbackLines) {
      const { pane } = record
      if (pane === null)
        throw new CmuxError('CONFLICT', `${record.name} has no terminal right now`, {
          hint: `start it with \`cmux agent restart ${record.name}\``,
        })
      const { lines, size } = await terminals.capture(pane, scrollbackLines)
      const attach = [tmux.program, ...tmux.args, 'attach-session', '-t', pane]
      return { agent: record.name, ...size, lines: lines.map(printable), attach }
    },
    async readPane(project) {
      const { pane, lines } = await captureOwned(terminals, project)
      return { lines, attach: pane ? [tmux.program, ...tmux.args, 'attach-session', '-t', pane.id] : [] }
    },
    async [Symbol.asyncDispose]() {
      await stop()
      terminals[Symbol.dispose]()
    },
  }
}

/** More than a conversation that was not shortened has. */
const ENTRIES_MAX = 5000

function makeContinuity({ home, mask, config, store, readGit }: AgentRoomOptions): ContinuityDeps {
  return {
    putArtifact: makeJournalFolder(home, mask).putArtifact,
    readGit,
    readConversation: ({ id }) => store.read.conversations.list({ agent: id, limit: ENTRIES_MAX }),
    windows: listWindows(config.continuity.windows),
    settings: config.continuity,
  }
}

async function captureOwned(terminals: Terminals, owner: ProjectId) {
  const sight = await terminals.observe()
  const panes = sight.kind === 'seen' ? sight.panes : []
  const pane = panes.findLast((one) => one.owner?.agent === owner)
  const lines = pane ? (await terminals.capture(pane.id, SERVICE_LINES)).lines.map(printable) : []
  return { pane, lines: lines.slice(-SERVICE_LINES) }
}

function agentLimits({ agents, approvals, messages }: Config): AgentDeps['limits'] {
  return {
    ...AGENT_LIMITS,
    agentsMax: agents.max,
    agentsPerProjectMax: agents.maxPerProject,
    startsAtOnce: agents.startsAtOnce,
    restartsMax: agents.restarts,
    restartWindowMs: agents.restartWindowSec * 1000,
    backOffMs: agents.backOffSec.map((sec) => sec * 1000),
    stopMs: agents.stopSec * 1000,
    approvalMs: approvals.waitSec * 1000,
    messageTriesMax: messages.tries,
  }
}

function movementTable({ agents: { supervisor, worker, patience } }: Config): AgentDeps['movement'] {
  return { supervisor: movementLimits(supervisor), others: movementLimits(worker), patience }
}

function movementLimits(limits: Config['agents']['worker']): MovementLimits {
  return {
    // Half of the way to the first key.
    lookMs: limits.nudgeSec * 500,
    nudgeMs: limits.nudgeSec * 1000,
    interruptMs: limits.interruptSec * 1000,
    restartMs: limits.restartSec * 1000,
    toolMs: limits.toolSec * 1000,
    repeatsMax: limits.repeats,
  }
}
