// What waits in the store when the wall clock is set or the machine slept, and goes on waiting for as long as it should.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import type { AgentDeps } from '../../src/core/agents/agent-deps.ts'
import { makeInterruptKeeper } from '../../src/core/turns/interrupt-keeper.ts'
import { findSetBack, replan } from '../../src/core/agent-loop/replan.ts'
import { makeApprovalKeeper } from '../../src/core/approvals/approval-keeper.ts'
import { askApproval, type NewApproval } from '../../src/core/approvals/ask-approval.ts'
import type { Terminals } from '../../src/core/terminals/terminals.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const HOUR_MS = 3_600_000
const WAIT_MS = 2 * HOUR_MS
const REQUEST: NewApproval = {
  kind: 'spawn',
  title: 'start ben',
  risk: 'high',
  content: '{}',
  requester: 'owner',
  agent: null,
  generation: null,
  project: null,
  why: 'it is asked for',
  inDialog: false,
  waitMs: WAIT_MS,
  call: null,
  asker: null,
}

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const askDeps = () => ({ entropy: makeSystemEntropy(clock), hashSecret: sha256Secret })

test.each([
  ['was set back by an hour', -HOUR_MS],
  ['was set ahead by a day', 24 * HOUR_MS],
  ['went ahead while the machine slept for a night', 8 * HOUR_MS],
])('[Y5] a request for approval expires neither early nor late when the clock %s', async (_, byMs) => {
  const { store } = opened
  const { id } = await store.write((writer) => askApproval(askDeps(), writer, REQUEST, clock.nowMs()))
  const keep = makeApprovalKeeper({ store, clock, lastAskedMs: () => undefined })
  clock.advance(HOUR_MS)
  clock.jump(byMs)
  await replan(store, byMs)
  clock.advance(HOUR_MS - 1000)
  await keep()
  expect(await store.read.approvals.byId(id)).toMatchObject({ state: 'waiting' })
  clock.advance(1000)
  await keep()
  expect(await store.read.approvals.byId(id)).toMatchObject({ state: 'expired' })
})

test('[Y5] [P10] agents keep how long they have been at it, and the history tells by how much the clocks parted', async () => {
  const { store } = opened
  const since = timestampFromMs(clock.nowMs())
  const anna = makeAgent('anna', { startedAt: since, statusSince: since, status: 'starting' })
  await store.write(({ agents }) => agents.insert(anna))
  clock.advance(5000)
  clock.jump(-HOUR_MS)
  await replan(store, -HOUR_MS)
  const [moved] = await store.read.agents.all()
  expect(clock.nowMs() - Date.parse(moved?.startedAt ?? '')).toBe(5000)
  expect(clock.nowMs() - Date.parse(moved?.statusSince ?? '')).toBe(5000)
  expect((await store.read.events.newest(1))[0]).toMatchObject({
    type: 'clock.parted',
    data: { byMs: -HOUR_MS },
  })
})

test('[Y5] [L3] the key that ends a turn is pressed again after a second, also when the clock was set back in between', async () => {
  const { store } = opened
  const at = timestampFromMs(clock.nowMs())
  const interrupt = { at, isFinal: true, delivery: null, settledAt: null }
  await store.write(({ agents }) => agents.insert(makeAgent('anna', { interrupt, status: 'working' })))
  const pressed: unknown[] = []
  const terminals = {
    capture: async () => ({ lines: [] }),
    press: async (_: unknown, keys: unknown) => void pressed.push(keys),
  } as unknown as Terminals
  const demo = { interruptKeys: ['Escape'], readScreen: () => ({ kind: 'working' }) }
  const runtimes = { demo, claude: demo } as unknown as AgentDeps['runtimes']
  const keeper = makeInterruptKeeper({ store, clock, terminals, runtimes })
  const settle = async () => {
    const [record] = await store.read.agents.all()
    await keeper.settle({ record, pane: { id: '%1' }, screen: null, lastOutputMs: null } as never)
  }
  clock.advance(1000)
  await settle()
  await settle()
  expect(pressed).toHaveLength(1)
  clock.jump(-HOUR_MS)
  await replan(store, -HOUR_MS)
  clock.advance(1000)
  await settle()
  expect(pressed).toHaveLength(2)
})

test('[Y5] that the clock was set back while nothing ran is known from the history', async () => {
  const { store } = opened
  const tell = () =>
    store.write(({ events }) => events.append({ type: 'clock.parted', actor: 'system', data: { byMs: 1 } }))
  await tell()
  clock.advance(5000)
  expect(await findSetBack(store, clock)).toBe(0)
  clock.jump(-HOUR_MS)
  // A server that starts tells of it first.
  await tell()
  expect(await findSetBack(store, clock)).toBe(5000 - HOUR_MS)
})

test('[Y5] a history without events is not ahead', async () => {
  expect(await findSetBack(opened.store, clock)).toBe(0)
})
