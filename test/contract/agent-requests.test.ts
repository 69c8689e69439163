// What people ask of an agent while the reconciler is about to do something to it.
import { expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import type { AgentRecord } from '../../src/core/agents/agent-record.ts'
import { applyAction } from '../../src/core/agent-loop/apply-action.ts'
import type { AgentAction } from '../../src/core/agent-loop/decide-agents.ts'
import { spawnAgent } from '../../src/core/spawning/spawn-agent.ts'
import { removeAgent, restartAgent, stopAgent } from '../../src/core/agent-loop/stop-agent.ts'
import { RestartOrder, SpawnAgent } from '../../src/protocol/agents/agent.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { OWNER } from '../fixtures/principals.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

const ORDER = SpawnAgent.parse({ name: 'anna', runtime: 'shell', args: ['-'] })

async function makeWorld() {
  const clock = makeSystemClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const deps = makeAgentWorld(store, clock, makeRandom(1)).depsFor({ left: Number.POSITIVE_INFINITY })
  await spawnAgent(deps, ORDER, OWNER)
  const read = async () => {
    const [record] = await store.read.agents.all()
    if (!record) throw new Error('anna is not registered')
    return record
  }
  return { deps, store, read, [Symbol.asyncDispose]: () => store.close() }
}

type Ask = (deps: AgentDeps, { name }: AgentRecord) => Promise<void>
const remove: Ask = (deps, { name }) => removeAgent(deps, name, 'owner')
const stop: Ask = (deps, { name }) => stopAgent(deps, name, 'owner')
const restart: Ask = (deps, { name }) => restartAgent(deps, name, RestartOrder.parse({}), 'owner')

const begin = (record: AgentRecord): AgentAction => ({
  do: 'begin',
  record,
  why: 'it had ended',
  asked: false,
})
const giveUp = (record: AgentRecord): AgentAction => ({ do: 'give up', record })
const noteEnd = (record: AgentRecord): AgentAction => ({
  do: 'note end',
  record,
  generation: record.generation,
  end: 'ended with status 7',
})

test.each<[what: string, step: string, ask: Ask, act: (record: AgentRecord) => AgentAction, then: object]>([
  ['to remove it', 'it begins anew', remove, begin, { generation: 0, ending: { why: 'remove' } }],
  ['to stop it', 'it begins anew', stop, begin, { generation: 0, desired: 'stopped' }],
  ['to restart it', 'it is given up', restart, giveUp, { gaveUp: null, ending: { why: 'restart' } }],
])('[A7] what is asked in between is done: %s, when %s', async (_, __, ask, act, then) => {
  await using world = await makeWorld()
  const seen = await world.read()
  await ask(world.deps, seen)
  await applyAction(world.deps, act(seen))
  expect(await world.read()).toMatchObject(then)
})

test.each<[what: string, ask: Ask, then: object]>([
  ['to remove it', remove, { ending: { why: 'remove' } }],
  ['to restart it', restart, { ending: { why: 'restart' } }],
  ['to stop it', stop, { desired: 'stopped', ending: null }],
])('[A7] what is asked in between is done: %s, when it has ended', async (_, ask, then) => {
  await using world = await makeWorld()
  const { id } = await world.read()
  const running = { generation: 1, startedAt: timestampFromMs(Date.now()) }
  await world.store.write(({ agents }) => agents.change(id, running))
  const seen = await world.read()
  await ask(world.deps, seen)
  await applyAction(world.deps, noteEnd(seen))
  expect(await world.read()).toMatchObject({ startedAt: null, ...then })
})
