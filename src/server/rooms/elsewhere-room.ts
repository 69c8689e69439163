// Agents elsewhere as the server holds them: who is silent, what is run for them, and mail that they come for.
import { runProgram } from '../../adapters/process/run-program.ts'
import type { Principal } from '../../core/access/principal.ts'
import type { AgentRecord } from '../../core/agents/agent-record.ts'
import type { Clock } from '../../core/clock.ts'
import {
  makeElsewhereKeeper,
  type ElsewhereDeps,
  type ElsewhereKeeper,
} from '../../core/elsewhere/elsewhere-keeper.ts'
import { fetchInbox } from '../../core/elsewhere/fetch-inbox.ts'
import type { RegisterDeps } from '../../core/elsewhere/register-elsewhere.ts'
import type { Entropy } from '../../core/entropy.ts'
import type { Pulse } from '../../core/events/pulse.ts'
import type { ImproveDeps } from '../../core/improve/plan-change.ts'
import { rollBackChange } from '../../core/improve/roll-back-change.ts'
import type { MessageRecord } from '../../core/mail/message-record.ts'
import type { Store } from '../../core/store.ts'
import { inTurn } from '../../lib/in-turn.ts'
import type { Config } from '../../protocol/config.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import { readOwnCheckout } from '../own-system/read-own-checkout.ts'

/** A command starts the agent and ends; one that stays is not one of these. */
const COMMAND_LIMIT_MS = 60_000
const TICK_MS = 500
/** All that the command gets of the person's environment. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'TMPDIR', 'SSH_AUTH_SOCK'] as const

interface Options {
  readonly home: string
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly config: Config
  readonly environment: Readonly<Record<string, string>>
  readonly url: () => string
  readonly pulse: Pulse
  readonly improve: ImproveDeps
  readonly wakeChanges: () => void
  readonly onError: ElsewhereDeps['onError']
}

export interface ElsewhereRoom {
  readonly deps: RegisterDeps & { readonly store: Store }
  start(): void
  stop(): void
  /** Waits for the first message until the signal. */
  awaitMail(name: AgentName, by: Principal, signal: AbortSignal): Promise<MessageRecord[]>
}

export function makeElsewhereRoom(options: Options): ElsewhereRoom {
  const { home, store, clock, entropy, config, pulse, onError } = options
  const keeper = makeElsewhereKeeper({
    store,
    clock,
    entropy,
    onError,
    alertPolicy: config.watch,
    ownCheckout: () => readOwnCheckout(home),
    runCommand: (command, agent) => runCommand(options, command, agent),
    rollBack: (project, why) => rollBackNewest(options, project, why),
  })
  const { silentSec, tries } = config.elsewhere
  const elsewhereLimits = { silentMs: silentSec * 1000, tries, agentsMax: config.agents.max }
  return {
    deps: { store, clock, entropy, elsewhereLimits },
    ...keepTicking(keeper, onError),
    async awaitMail(name, by, signal) {
      for (;;) {
        const seen = pulse.beats()
        const found = await fetchInbox({ store, clock }, name, by)
        if (found.length > 0 || signal.aborted) return found
        await pulse.changedSince(seen, signal)
      }
    },
  }
}

function keepTicking(
  keeper: ElsewhereKeeper,
  onError: Options['onError'],
): Pick<ElsewhereRoom, 'start' | 'stop'> {
  const look = inTurn(() => keeper.look())
  const tick = () =>
    void look().catch((error: unknown) => onError(error, 'looking after agents that run elsewhere'))
  let timer: NodeJS.Timeout | undefined
  return {
    start: () => void (timer ??= setInterval(tick, TICK_MS)),
    // A command that runs may take long: it goes on without us, and was written down before it began.
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

/** Only a person can have set it, and it may need what they have, a key for another machine say: it runs outside of walls. */
async function runCommand(
  { environment, url }: Options,
  [program = '', ...args]: readonly string[],
  { name }: AgentRecord,
): Promise<string> {
  const passed = PASSED_ON.flatMap((key) => (environment[key] === undefined ? [] : [[key, environment[key]]]))
  const env = { ...Object.fromEntries(passed), CMUX_URL: url(), CMUX_AGENT_NAME: name } as Record<
    string,
    string
  >
  const { code, stdout, stderr } = await runProgram(program, args, COMMAND_LIMIT_MS, { env, mayCut: true })
  const said = `${stdout}${stderr}`.trim()
  if (code !== 0) throw new Error(`the command ended with ${code}: ${said}`)
  return said === '' ? 'the command ended well' : said
}

const CHANGES_MAX = 100

/** What was good before the newest change is the last good state that the project has. */
async function rollBackNewest(
  { store, improve, wakeChanges }: Options,
  project: ProjectName,
  why: string,
): Promise<string> {
  const changes = await store.read.changes.list({
    project,
    limit: CHANGES_MAX,
    cursor: Number.MAX_SAFE_INTEGER,
  })
  const newest = changes.find(
    ({ state, adopted }) => adopted && ['restarting', 'soaking', 'good'].includes(state),
  )
  if (!newest) throw new Error(`${project} has no change that could be taken back`)
  await rollBackChange(improve, newest.id, { actor: 'system' }, why)
  wakeChanges()
  return `takes back ${newest.id}`
}
