// What agents used, summed up over everything that was told of them.
import { expect, test } from 'vitest'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import { describeAgent, describeAgents } from '../../src/core/agents/describe-agent.ts'
import { spawnAgent } from '../../src/core/spawning/spawn-agent.ts'
import { SpawnAgent } from '../../src/protocol/agents/agent.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { OWNER } from '../fixtures/principals.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

test('[O3] each agent is shown with what it used itself, alone and in the list', async () => {
  const clock = makeFakeClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const deps = makeAgentWorld(store, clock, makeRandom(1)).depsFor({ left: Number.POSITIVE_INFINITY })
  const spawn = (name: string) => {
    // The oldest comes first in a list.
    clock.advance(1)
    return spawnAgent(deps, SpawnAgent.parse({ name, runtime: 'demo' }), OWNER)
  }
  const [anna, ben, cleo] = [await spawn('anna'), await spawn('ben'), await spawn('cleo')]
  const at = timestampFromMs(clock.nowMs())
  const counts = { kind: 'usage', model: 'm', input: 1, output: 2, cacheRead: 3, cacheWrite: 4 } as const
  await store.write(async ({ agents }) => {
    await agents.addUsage(anna.id, { ...counts, message: 'one' }, at)
    await agents.addUsage(anna.id, { ...counts, message: 'two' }, at)
    await agents.addUsage(cleo.id, { ...counts, message: 'one' }, at)
  })
  const listed = await describeAgents(store, await store.read.agents.all())
  expect(listed.map(({ name, usage }) => [name, usage])).toEqual([
    ['anna', { input: 2, output: 4, cacheRead: 6, cacheWrite: 8 }],
    ['ben', { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }],
    ['cleo', { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 }],
  ])
  expect(await Promise.all([anna, ben, cleo].map((record) => describeAgent(store, record)))).toEqual(listed)
})
