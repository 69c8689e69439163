// Some programs write down what their last answer has read only after they have told of the end of their turn.
import { beforeEach, describe, expect, test } from 'vitest'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import type { AgentChange, AgentRecord, TurnSight } from '../../src/core/agents/agent-record.ts'
import { spawnAgent } from '../../src/core/spawning/spawn-agent.ts'
import { askLate, isLate } from '../../src/core/continuity/compaction/ask-to-save.ts'
import { SpawnAgent } from '../../src/protocol/agents/agent.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { NO_CONTINUITY } from '../fixtures/no-continuity.ts'
import { OWNER } from '../fixtures/principals.ts'
import { makeAgentWorld } from '../sim/agent-world.ts'
import { makeRandom } from '../sim/random.ts'

const CONTINUITY = {
  ...NO_CONTINUITY,
  windows: [{ model: 'm', tokens: 1000 }],
  settings: { ...NO_CONTINUITY.settings, compact: true },
}

let clock: ReturnType<typeof makeFakeClock>
let deps: AgentDeps
beforeEach(async () => {
  clock = makeFakeClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const world = makeAgentWorld(store, clock, makeRandom(1)).depsFor({ left: Number.POSITIVE_INFINITY })
  const { demo } = world.runtimes
  const commands = { ...demo.commands, compact: '/compact' }
  deps = { ...world, continuity: CONTINUITY, runtimes: { ...world.runtimes, demo: { ...demo, commands } } }
})

const nowAt = (offsetMs = 0) => timestampFromMs(clock.nowMs() + offsetMs)
const ended = (offsetMs = 0): TurnSight => ({
  turn: 'idle',
  says: 'ended its turn',
  source: 'hook',
  at: nowAt(offsetMs),
  repeats: 0,
  lastCall: '',
})
const full = (offsetMs = 0, tokens = 700) => ({ tokens, model: 'm', at: nowAt(offsetMs) })

async function spawn(change: AgentChange): Promise<AgentRecord> {
  const { id } = await spawnAgent(deps, SpawnAgent.parse({ name: 'anna', runtime: 'demo' }), OWNER)
  await deps.store.write(({ agents }) => agents.change(id, change))
  return (await deps.store.read.agents.byId(id)) as AgentRecord
}

test('[C1] an agent whose conversation is known to be full only after its turn is asked to save, once', async () => {
  const record = await spawn({ turn: ended(-10), context: full() })
  expect(isLate(deps, record)).toBe(true)
  await askLate(deps, record)
  await askLate(deps, record)
  const after = (await deps.store.read.agents.byId(record.id)) as AgentRecord
  expect(after.compaction).toMatchObject({ stage: 'saving', percent: 70, tries: 0 })
  expect(isLate(deps, after)).toBe(false)
  const mail = await deps.store.read.messages.waiting(record.id, 10)
  expect(mail.map(({ id, subject }) => [id, subject])).toEqual([
    [after.compaction?.message, 'save your progress'],
  ])
})

describe('an agent is not asked late', () => {
  test.each([
    ['whose use was known when its turn ended', () => ({ turn: ended(), context: full(-10) })],
    ['that works', () => ({ turn: { ...ended(-10), turn: 'working' as const }, context: full() })],
    ['that has room', () => ({ turn: ended(-10), context: full(0, 599) })],
    ['of which nothing is known', () => ({ turn: ended(-10), context: null })],
    [
      'that was shortened right before',
      () => ({ turn: ended(-10), context: full(), shortenedAt: nowAt(-1000) }),
    ],
    ['whose turn ended long ago', () => ({ turn: ended(-60_000), context: full() })],
    [
      'that is being shortened',
      () => ({
        turn: ended(-10),
        context: full(),
        compaction: { stage: 'due' as const, since: nowAt(), tries: 0, percent: 70, message: null },
      }),
    ],
  ])('[C1] %s', async (_, makeChange) => {
    const record = await spawn(makeChange())
    expect(isLate(deps, record)).toBe(false)
    const before = (await deps.store.read.agents.byId(record.id))?.compaction
    await askLate(deps, record)
    expect((await deps.store.read.agents.byId(record.id))?.compaction).toEqual(before)
  })
})
