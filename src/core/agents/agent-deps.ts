// What the care of agents needs of the outside.
import type { RuntimeName } from '../../protocol/agents/runtime.ts'
import type { ConfineSettings } from '../confinement/confine-settings.ts'
import type { Confinement } from '../confinement/confinement.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { BudgetRules } from '../budgets/budget-rules.ts'
import type { PriceList } from '../budgets/price-list.ts'
import type { ContinuityDeps } from '../continuity/continuity-deps.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { ToolJudge, ToolVerdict } from '../rules/tool-judge.ts'
import type { Store } from '../store.ts'
import type { Terminals } from '../terminals/terminals.ts'
import type { AgentFiles } from './agent-files.ts'
import type { AgentLimits } from './agent-limits.ts'
import type { Conversations } from './conversations.ts'
import type { MailFiles } from '../mail/mail-files.ts'
import type { MovementTable } from '../agent-loop/judge-standstill.ts'
import type { Processes } from './processes.ts'
import type { RoleShelf } from './role-shelf.ts'
import type { Runtime } from './runtime.ts'
import type { Transcripts } from './transcripts.ts'
import type { Workplaces } from './workplaces.ts'

export interface AgentDeps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
  readonly terminals: Terminals
  readonly processes: Processes
  readonly runtimes: Readonly<Record<RuntimeName, Runtime>>
  readonly files: AgentFiles
  readonly confinement: Confinement
  readonly confine: ConfineSettings
  readonly roles: RoleShelf
  readonly transcripts: Transcripts
  readonly conversations: Conversations
  readonly workplaces: Workplaces
  readonly limits: AgentLimits
  readonly movement: MovementTable
  readonly mailFiles: MailFiles
  /** Undefined where the rules say nothing: the agent's own program then decides. */
  readonly judgeTool: (...use: Parameters<ToolJudge>) => Promise<ToolVerdict | undefined>
  readonly prices: PriceList
  readonly continuity: ContinuityDeps
  readonly budgets: BudgetRules
  /** What the person's shell had when cmux was started; a launch takes from it what its program needs. */
  readonly environment: Readonly<Record<string, string>>
  /** Where agents reach us. */
  readonly url: () => string
  readonly hookCommand: readonly string[]
  readonly mcpCommand: readonly [program: string, ...args: string[]]
  /** What git in a workspace calls to push. */
  readonly pushCommand: readonly string[]
  /** Carries what is for cmux out of a box without a network. */
  readonly forwardCommand: readonly [program: string, ...args: string[]]
  /** Connects an agent with listed domains; runs outside of the sandbox. */
  readonly outboundCommand: readonly [program: string, ...args: string[]]
  /** For what nobody waits for. */
  readonly onError: (error: unknown, doing: string) => void
}
