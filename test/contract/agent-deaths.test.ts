// The death of an agent in a real tmux, and one that does not die when it should.
import { expect, test, vi } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeAgentProcesses } from '../../src/adapters/process/agent-processes.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import { keepAgents } from '../../src/core/agent-loop/keep-agents.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { Launch } from '../../src/core/agents/runtime.ts'
import { spawnAgent } from '../../src/core/spawning/spawn-agent.ts'
import type { PaneId } from '../../src/core/terminals/terminals.ts'
import { SpawnAgent } from '../../src/protocol/agents/agent.ts'
import { OWNER } from '../fixtures/principals.ts'
import { makeTmuxUnderTest, type TmuxUnderTest } from '../fixtures/tmux-under-test.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

/** A clock without these has no ticks for the reconciler, and none can be what found a death. Its other waits are shorter. */
const TICK_MS = 1000
const LIMIT = { timeout: 30_000, interval: 20 }

/** Longer than what makes it look again by itself after something was printed. */
const QUIET_MS = 600
const ORDER = SpawnAgent.parse({ name: 'anna', runtime: 'shell', args: ['-'] })
const READY = 'ready to be told'
/** It ends by itself some day, whatever becomes of the test. */
const SCRIPT = `trap "exit 3" TERM; echo ${READY}; for i in $(seq 2000); do sleep 0.05; done`

test.each<[how: string, signal: NodeJS.Signals, end: string]>([
  ['killed', 'SIGKILL', 'ended by signal 9'],
  ['told to end', 'SIGTERM', 'ended with status 3'],
])('[A2] a process that is %s is dead with its end, without waiting for a tick', async (_, signal, end) => {
  await using tmux = await makeTmuxUnderTest()
  const clock = makeTicklessClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const world = makeAgentWorld(store, clock, makeRandom(1))
  const { deps, lastLookMs } = depsIn(tmux, world.depsFor({ left: Number.POSITIVE_INFINITY }))
  await spawnAgent(deps, ORDER, OWNER)
  const keeper = keepAgents(deps)
  const { pid } = await readyIn(tmux, deps, 1)
  await vi.waitFor(() => expect(performance.now() - lastLookMs()).toBeGreaterThan(QUIET_MS), LIMIT)

  process.kill(pid, signal)
  await vi.waitFor(async () => {
    const history = await store.read.events.after(0, 1000)
    expect(history).toContainEqual(told('agent.ended', { generation: 1, end }))
    expect(history).toContainEqual(told('agent.status', { to: 'dead' }))
  }, LIMIT)
  await keeper.stop()
  await store.close()
})

test.each<[what: string, lose: (tmux: TmuxUnderTest, pane: PaneId) => Promise<unknown>]>([
  ['tmux is killed', async ({ serverPid }) => process.kill(await serverPid(), 'SIGKILL')],
  ['its window is closed by hand', ({ tmux }, pane) => tmux('kill-pane', '-t', pane)],
])('[A2] a program that goes on without its terminal is ended and started again: %s', async (_, lose) => {
  await using tmux = await makeTmuxUnderTest()
  const clock = makeSystemClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const world = makeAgentWorld(store, clock, makeRandom(1)).depsFor({ left: Number.POSITIVE_INFINITY })
  const processes = makeAgentProcesses()
  const limits = { ...world.limits, stopMs: 300 }
  const { deps } = depsIn(tmux, { ...world, processes, limits }, `trap "" HUP; ${SCRIPT}`)
  await spawnAgent(deps, ORDER, OWNER)
  const keeper = keepAgents(deps)
  const before = await readyIn(tmux, deps, 1)
  await lose(tmux, before.pane)
  const after = await readyIn(tmux, deps, 2)
  expect([processes.isAlive(before.pid, null), processes.isAlive(after.pid, null)]).toEqual([false, true])
  await keeper.stop()
  processes.signal(after.pid, 'SIGKILL')
  await store.close()
})

const told = (type: string, data: object) =>
  expect.objectContaining({ type, data: expect.objectContaining(data) as object }) as object

/** Waits until the program of that start is ready. */
async function readyIn({ terminals }: TmuxUnderTest, { store }: AgentDeps, generation: number) {
  return vi.waitFor(async () => {
    const [anna] = await store.read.agents.all()
    if (!anna || anna.pane === null || anna.pid === null || anna.generation !== generation)
      throw new Error(`not yet: ${JSON.stringify(anna)}`)
    expect((await terminals.capture(anna.pane)).lines).toContain(READY)
    return { pane: anna.pane, pid: anna.pid }
  }, LIMIT)
}

function makeTicklessClock(): Clock {
  const clock = makeSystemClock()
  return { ...clock, after: (ms, ring) => (ms >= TICK_MS ? () => undefined : clock.after(ms, ring)) }
}

/** Real terminals for the reconciler of a simulated world, and a program that says how it was told to end. */
function depsIn({ terminals, folder }: TmuxUnderTest, deps: AgentDeps, script = SCRIPT) {
  const launch: Launch = {
    command: ['/bin/sh', '-c', script],
    environment: { PATH: process.env['PATH'] ?? '' },
    files: [],
  }
  let lookedMs = 0
  const observe = () => {
    lookedMs = performance.now()
    return terminals.observe()
  }
  const real: AgentDeps = {
    ...deps,
    terminals: { ...terminals, observe },
    runtimes: { ...deps.runtimes, shell: { ...deps.runtimes.shell, planLaunch: () => launch } },
    workplaces: { ...deps.workplaces, make: async () => ({ folder, workspace: null, branch: null }) },
  }
  return { deps: real, lastLookMs: () => lookedMs }
}
