// The death of an agent in a real tmux, noticed because tmux tells of it: the reconciler's clock has no ticks, so that none of
// them can be what found it.
import { expect, test, vi } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import { keepAgents } from '../../src/core/agents/keep-agents.ts'
import type { Clock } from '../../src/core/clock.ts'
import type { Launch } from '../../src/core/agents/runtime.ts'
import { spawnAgent } from '../../src/core/agents/spawn-agent.ts'
import { SpawnAgent } from '../../src/protocol/agent.ts'
import { makeTmuxUnderTest, type TmuxUnderTest } from '../fixtures/tmux-under-test.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

/** As long as the reconciler's tick; what it waits for besides is shorter. */
const TICK_MS = 1000
const LIMIT = { timeout: 30_000, interval: 20 }

/** Longer than what makes it look again by itself after something was printed. */
const QUIET_MS = 600
const READY = 'ready to be told'

test.each<[how: string, signal: NodeJS.Signals, end: string]>([
  ['killed', 'SIGKILL', 'ended by signal 9'],
  ['told to end', 'SIGTERM', 'ended with status 3'],
])('[A2] a process that is %s is dead with its end, without waiting for a tick', async (_, signal, end) => {
  await using tmux = await makeTmuxUnderTest()
  const clock = makeTicklessClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const world = makeAgentWorld(store, clock, makeRandom(1))
  const { deps, lastLookMs } = depsIn(tmux, world.depsFor({ left: Number.POSITIVE_INFINITY }))
  const order = SpawnAgent.parse({ name: 'anna', runtime: 'shell', args: ['-'] })
  const { id } = await spawnAgent(deps, order, 'owner')
  const keeper = keepAgents(deps)
  const pid = await vi.waitFor(async () => {
    const { pane = null, pid: found = null } = (await store.read.agents.byId(id)) ?? {}
    if (pane === null || found === null) throw new Error('it is not started yet')
    expect((await tmux.terminals.capture(pane)).lines).toContain(READY)
    return found
  }, LIMIT)
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

const told = (type: string, data: object) =>
  expect.objectContaining({ type, data: expect.objectContaining(data) as object }) as object

function makeTicklessClock(): Clock {
  const clock = makeSystemClock()
  return { ...clock, after: (ms, ring) => (ms >= TICK_MS ? () => undefined : clock.after(ms, ring)) }
}

/** Real terminals for the reconciler of a simulated world, and a program that says how it was told to end. */
function depsIn({ terminals, folder }: TmuxUnderTest, deps: AgentDeps) {
  const script = `trap "exit 3" TERM; echo ${READY}; while :; do sleep 0.05; done`
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
