// A world for the agents' reconciler: a terminal host whose panes die, that falls silent or falls over, and a server that may
// be killed before or after anything it does.
import { sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import { AGENT_LIMITS } from '../../src/core/agents/agent-limits.ts'
import { MOVEMENT_TABLE } from '../../src/core/agent-loop/judge-standstill.ts'
import type { Runtime } from '../../src/core/agents/runtime.ts'
import { BUDGET_RULES } from '../../src/core/budgets/budget-rules.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { Store } from '../../src/core/store.ts'
import type { Pane, PaneId, Terminals } from '../../src/core/terminals/terminals.ts'
import { CmuxError } from '../../src/protocol/cmux-error.ts'
import { RuntimeName } from '../../src/protocol/agents/runtime.ts'
import { NO_CONTINUITY } from '../fixtures/no-continuity.ts'
import { NO_PRICES } from '../fixtures/no-prices.ts'
import type { Random } from './random.ts'
import { makeSeededEntropy } from './seeded-entropy.ts'

/** Counts down with everything a server does to the outside; at zero it is dead, and does nothing more. */
export interface Fuse {
  left: number
}

export interface AgentWorld {
  readonly panes: Map<PaneId, Pane>
  /** What the host answers when it is asked to look. */
  mood: 'answers' | 'silent'
  /** How many of the programs that are started end at once. */
  failing: number
  /** Processes that outlived their terminal, and whose they are. */
  readonly stranded: Map<number, Pane>
  /** Processes that were told to end, and why that was allowed. */
  readonly killed: number[]
  end(pane: Pane): void
  /** The terminals are gone. Of the processes with these numbers some go on without. */
  loseAll(stubborn: ReadonlySet<number | null>): void
  depsFor(fuse: Fuse): AgentDeps
}

export function makeAgentWorld(store: Store, clock: Clock, random: Random): AgentWorld {
  const panes = new Map<PaneId, Pane>()
  const stranded = new Map<number, Pane>()
  const killed: number[] = []
  const entropy = makeSeededEntropy(random)
  let nextPane = 1
  let nextPid = 1000
  const world: AgentWorld = {
    panes,
    mood: 'answers',
    failing: 0.1,
    killed,
    end: (pane) => void panes.set(pane.id, { ...pane, end: { status: 1, signal: null } }),
    stranded,
    loseAll(stubborn) {
      for (const pane of panes.values())
        if (pane.end === null && stubborn.has(pane.pid) && random.chance(0.3)) stranded.set(pane.pid, pane)
      panes.clear()
    },
    depsFor: (fuse) => makeDeps(fuse),
  }

  /** Killed before it, or after it: what is done stays done. */
  const step = async <T>(fuse: Fuse, work: () => T | Promise<T>): Promise<T> => {
    if (fuse.left <= 0) throw new Error('killed')
    fuse.left -= 1
    const diesBefore = fuse.left === 0 && random.chance(0.5)
    if (diesBefore) throw new Error('killed')
    const result = await work()
    if (fuse.left === 0) throw new Error('killed')
    return result
  }

  const open: Terminals['open'] = async ({ owner, title, size }) => {
    const pane: Pane = {
      id: `%${nextPane}`,
      owner,
      title,
      pid: nextPid,
      end: random.chance(world.failing) ? { status: 1, signal: null } : null,
      size,
      inCopyMode: false,
    }
    nextPane += 1
    nextPid += 1
    panes.set(pane.id, pane)
    return pane
  }

  const makeTerminals = (fuse: Fuse): Terminals => ({
    open: (start) =>
      step(fuse, () => {
        if (world.mood === 'silent') throw new CmuxError('TIMED_OUT', 'tmux does not answer')
        return open(start)
      }),
    observe: () =>
      step(fuse, () =>
        world.mood === 'silent'
          ? { kind: 'unknown', reason: 'late' }
          : { kind: 'seen', panes: [...panes.values()] },
      ),
    capture: () => Promise.reject(new CmuxError('NOT_FOUND', 'nothing to see')),
    replay: () => Promise.reject(new CmuxError('NOT_FOUND', 'nothing to see')),
    paste: () => Promise.resolve(),
    press: () => Promise.resolve(),
    type: () => Promise.resolve(),
    resize: () => Promise.resolve(),
    close: (pane) => step(fuse, () => void panes.delete(pane)),
    watch: () => ({ [Symbol.dispose]: () => undefined }),
  })

  const runtime: Runtime = {
    name: 'demo',
    examine: () => Promise.resolve({ kind: 'ready', program: '/bin/demo', version: '1' }),
    planLaunch: () => ({ command: ['/bin/demo'], environment: {}, files: [] }),
    readScreen: () => ({ kind: 'unclear' }),
    readHook: () => [],
    walls: () => [],
    interruptKeys: ['Escape'],
    commands: { clear: null, compact: null, quit: null },
    canResume: true,
    mail: { enterAfterMs: 0 },
  }

  const makeDeps = (fuse: Fuse): AgentDeps => ({
    store: { read: store.read, write: (work) => step(fuse, () => store.write(work)) },
    clock,
    entropy,
    hashSecret: sha256Secret,
    terminals: makeTerminals(fuse),
    processes: {
      isAlive: (pid) =>
        stranded.has(pid) || [...panes.values()].some((pane) => pane.pid === pid && pane.end === null),
      hasTerminal: (pid) => !stranded.has(pid),
      room: () => ({ cores: 1, availableBytes: null }),
      cpuMsOf: () => null,
      signal(pid, signal) {
        if (signal === 'SIGKILL' && fuse.left > 0) stranded.delete(pid)
        const pane = [...panes.values()].find((each) => each.pid === pid)
        if (!pane || fuse.left <= 0) return
        killed.push(pid)
        world.end(pane)
      },
    },
    runtimes: Object.fromEntries(RuntimeName.options.map((name) => [name, runtime])) as AgentDeps['runtimes'],
    files: {
      homeOf: (agent) => Promise.resolve(`/agents/${agent}`),
      claim: () => Promise.resolve(),
      tokenFileOf: (agent) => `/agents/${agent}/token`,
      write: () => step(fuse, () => undefined),
    },
    roles: {
      read: (name) => Promise.resolve({ name, description: '', capabilities: [], prompt: '' }),
      list: () => Promise.resolve([]),
    },
    transcripts: {
      readNew: () => Promise.resolve({ lines: [], from: 0, next: 0 }),
      rewind: () => undefined,
      listParts: () => Promise.resolve([]),
      readAll: async function* () {},
      holds: () => Promise.resolve(null),
    },
    prices: NO_PRICES,
    continuity: NO_CONTINUITY,
    budgets: BUDGET_RULES,
    conversations: { find: () => Promise.resolve(undefined) },
    mailFiles: { keep: () => Promise.resolve('/mail') },
    workplaces: {
      findProject: () => Promise.resolve(null),
      make: () => Promise.resolve({ folder: '/work', workspace: null, branch: null }),
      moveIn: () => Promise.resolve({ folder: '/work', workspace: '/work', branch: 'agent/one' }),
      enterCheckout: () => Promise.resolve({ folder: '/work', workspace: null, branch: null }),
      requireSafeCheckout: () => Promise.resolve(),
      noteMainBranches: () => Promise.resolve(),
      mayFollow: () => Promise.resolve(false),
      follow: () => Promise.resolve(),
      gitPlaces: () => Promise.resolve({ borrowed: [], steering: [] }),
      remove: () => step(fuse, () => []),
    },
    confinement: {
      examine: () => Promise.resolve({ kind: 'works' }),
      examineNetwork: () => Promise.resolve({ kind: 'works', tool: 'pasta' }),
      enclose: ({ command, environment }) => step(fuse, () => ({ command, environment })),
    },
    confine: {
      mode: 'auto',
      ports: [],
      domains: [],
      extra: { writable: [], readable: [], hidden: [] },
      homes: [],
      cmuxHome: '/cmux',
      programs: '/programs',
      node: '/bin/node',
      network: 'open',
    },
    limits: AGENT_LIMITS,
    movement: MOVEMENT_TABLE,
    environment: {},
    url: () => 'http://127.0.0.1:1',
    hookCommand: [],
    mcpCommand: ['mcp'],
    pushCommand: ['git-remote'],
    forwardCommand: ['forward'],
    outboundCommand: ['outbound'],
    judgeTool: async () => undefined,
    onError: () => undefined,
  })
  return world
}
