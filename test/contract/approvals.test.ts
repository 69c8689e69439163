// Requests for approval as the store keeps them, and what a decision has to hold up to.
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { sha256Secret, makeSystemEntropy } from '../../src/adapters/entropy/system-entropy.ts'
import { makeApprovalTableReader } from '../../src/adapters/store/tables/approval-table.ts'
import { makeMask } from '../../src/lib/mask.ts'
import { answerApproval, type Answer } from '../../src/core/approvals/answer-approval.ts'
import { BUDGET_RULES } from '../../src/core/budgets/budget-rules.ts'
import { makeApprovalKeeper } from '../../src/core/approvals/approval-keeper.ts'
import type { ApprovalRecord } from '../../src/core/approvals/approval-record.ts'
import { askApproval, type NewApproval } from '../../src/core/approvals/ask-approval.ts'
import { endRequests } from '../../src/core/approvals/end-requests.ts'
import { requestApproval } from '../../src/core/approvals/request-approval.ts'
import { takeBackApproval } from '../../src/core/approvals/take-back-approval.ts'
import { useApproval } from '../../src/core/approvals/use-approval.ts'
import type { StoreWriter } from '../../src/core/store.ts'
import { AgentName, type ApprovalId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { agentPrincipal, OWNER } from '../fixtures/principals.ts'
import { readPlans } from '../fixtures/read-plans.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const ANNA = AgentName.parse('anna')
const WAIT_MS = 60_000

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  await opened.store.write(({ agents }) => agents.insert(makeAgent('anna')))
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const askIn = (writer: StoreWriter, more: Partial<NewApproval> = {}): Promise<ApprovalRecord> => {
  const deps = { entropy: makeSystemEntropy(clock), hashSecret: sha256Secret }
  const request: NewApproval = {
    kind: 'tool',
    title: 'Bash: rm -r build',
    risk: 'high',
    content: '{"tool":"Bash","folder":"/work","input":{"command":"rm -r build"}}',
    requester: 'agent:anna',
    agent: ANNA,
    generation: 1,
    project: null,
    why: 'it deletes',
    inDialog: false,
    waitMs: WAIT_MS,
    call: 'call-1',
    asker: 'anna 1',
    ...more,
  }
  return askApproval(deps, writer, request, clock.nowMs())
}
const ask = (more?: Partial<NewApproval>) => opened.store.write((writer) => askIn(writer, more))
const answer = (id: ApprovalId, wish: Partial<Answer>) =>
  answerApproval(
    { store: opened.store, clock, entropy: makeSystemEntropy(clock), budgets: BUDGET_RULES },
    id,
    {
      verdict: 'approved',
      by: 'owner',
      sha256: null,
      reason: null,
      via: 'http',
      ...wish,
    },
  )
const find = (id: ApprovalId) => opened.store.read.approvals.byId(id)
const eventsOf = async (type: string) =>
  (await opened.store.read.events.after(0, 100)).filter((event) => event.type === type)
const registered = async () => (await opened.store.read.agents.byName(ANNA))?.approval

const keep = () => makeApprovalKeeper({ store: opened.store, clock, lastAskedMs: () => clock.monotonicMs() })

const list = (query: Record<string, unknown>) => opened.store.read.approvals.list({ limit: 10, ...query })
const plan = async (read: (table: ReturnType<typeof makeApprovalTableReader>) => Promise<unknown>) =>
  (await readPlans(opened.path, (db) => read(makeApprovalTableReader(db, makeMask())))).plan

test('[P10] [O1] a request is kept whole, told, and its agent is known to wait', async () => {
  const asked = await ask()
  expect(await find(asked.id)).toEqual(asked)
  expect(asked).toMatchObject({ state: 'waiting', decision: null, sha256: sha256Secret(asked.content) })
  const [event] = await eventsOf('approval.asked')
  expect(event).toMatchObject({ seq: asked.seq, actor: 'agent:anna', data: { id: asked.id, risk: 'high' } })
  expect(await registered()).toEqual({ id: asked.id, title: asked.title, since: asked.createdAt })
  expect(await opened.store.read.approvals.byAsker('anna 1')).toEqual(asked)
  expect(await opened.store.read.approvals.countWaiting()).toBe(1)
})

test('[P10] [O1] a decision is kept with who, when, why and where, told once, and used once', async () => {
  const { id, sha256 } = await ask()
  const decided = await answer(id, { sha256, reason: 'fine', via: 'cli' })
  expect(decided.decision).toEqual({
    by: 'owner',
    at: timestampFromMs(clock.nowMs()),
    reason: 'fine',
    via: 'cli',
  })
  expect(await registered()).toBeNull()
  await opened.store.write((writer) => useApproval(writer, decided, timestampFromMs(clock.nowMs())))
  expect(await find(id)).toMatchObject({ state: 'used', usedAt: timestampFromMs(clock.nowMs()) })
  expect(await eventsOf('approval.decided')).toHaveLength(1)
  expect(await eventsOf('approval.used')).toHaveLength(1)
})

const REFUSED: readonly [what: string, wish: Partial<Answer>, code: string, words: RegExp][] = [
  ['an agent', { by: 'agent:bert' }, 'FORBIDDEN', /agent can’t decide/],
  ['who asked', { by: 'agent:anna' }, 'FORBIDDEN', /agent can’t decide/],
  ['who names no content', {}, 'CONFLICT', /not what .* asks for/],
  ['who was shown something else', { sha256: sha256Secret('rm -r /') }, 'CONFLICT', /not what .* asks for/],
  ['a no on something else', { verdict: 'denied', sha256: sha256Secret('?') }, 'CONFLICT', /not what/],
]

test.each(REFUSED)('[P7] [O1] %s is refused, and nothing is changed', async (_, wish, code, words) => {
  const asked = await ask()
  await expect(answer(asked.id, wish)).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
  expect(await find(asked.id)).toEqual(asked)
  expect(await eventsOf('approval.decided')).toEqual([])
})

test('[P7] [O1] a person can’t decide what they asked for themselves', async () => {
  const { id, sha256 } = await ask({ kind: 'custom', requester: 'owner', agent: null, generation: null })
  await expect(answer(id, { sha256 })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await answer(id, { sha256, by: 'human:tok_1' })).toMatchObject({ state: 'approved' })
})

test.each(['owner asked', 'agent decides'])(
  '[P7] [O1] the table itself refuses what the code above must never do: %s',
  async (what) => {
    const by = what === 'owner asked' ? 'owner' : 'agent:bert'
    const { id } = await ask({ requester: 'owner' })
    const decision = { by, at: timestampFromMs(0), reason: null, via: 'http' } as const
    await expect(
      opened.store.write(({ approvals }) => approvals.change(id, { state: 'approved', decision })),
    ).rejects.toThrow(/CHECK constraint failed/)
    expect(await find(id)).toMatchObject({ state: 'waiting', decision: null })
  },
)

test('[P7] [O1] of two who decide at once one is first, and the other hears who', async () => {
  const { id, sha256 } = await ask()
  const both = await Promise.allSettled([
    answer(id, { sha256, by: 'human:tok_1' }),
    answer(id, { verdict: 'denied', by: 'human:tok_2' }),
  ])
  expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(both[1]).toMatchObject({
    reason: { code: 'CONFLICT', message: expect.stringContaining('approved by human:tok_1') },
  })
  expect(await eventsOf('approval.decided')).toHaveLength(1)
})

describe('what is over', () => {
  test('[P7] [O1] expired: refused before anybody has noticed, and after', async () => {
    const { id, sha256 } = await ask()
    clock.advance(WAIT_MS)
    await expect(answer(id, { sha256 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('expired'),
    })
    await keep()()
    expect(await find(id)).toMatchObject({ state: 'expired', ended: { why: 'nobody answered in time' } })
    expect(await eventsOf('approval.expired')).toHaveLength(1)
    await expect(answer(id, { sha256 })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await registered()).toBeNull()
  })

  test('[P7] [O1] its agent has died: withdrawn, and stays so', async () => {
    const { id, sha256 } = await ask()
    await opened.store.write((writer) =>
      endRequests(writer, ANNA, 'the agent that asked has ended', timestampFromMs(clock.nowMs())),
    )
    await expect(answer(id, { sha256 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('withdrawn: the agent that asked has ended'),
    })
    expect(await eventsOf('approval.withdrawn')).toHaveLength(1)
  })

  test('[O1] who asked takes it back; nobody else can', async () => {
    const { id } = await ask()
    const takeBack = (by: typeof OWNER) => takeBackApproval({ store: opened.store, clock }, id, by)
    await expect(takeBack(OWNER)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await takeBack(agentPrincipal(ANNA, 1))).toMatchObject({ state: 'withdrawn' })
  })

  test('[O1] nobody asks for it any more: withdrawn, but not what only just began to be looked at', async () => {
    const { id } = await ask({ waitMs: 3_600_000 })
    const custom = await ask({ kind: 'custom', call: null, asker: null, waitMs: 3_600_000 })
    const look = makeApprovalKeeper({ store: opened.store, clock, lastAskedMs: () => undefined })
    await look()
    clock.advance(9000)
    await look()
    expect(await find(id)).toMatchObject({ state: 'waiting' })
    clock.advance(2000)
    await look()
    expect(await find(id)).toMatchObject({ state: 'withdrawn' })
    expect(await find(custom.id)).toMatchObject({ state: 'waiting' })
  })

  test('[P8] what is over for a month is forgotten, what waits is not', async () => {
    const over = await ask()
    await answer(over.id, { verdict: 'denied' })
    const waits = await ask({ kind: 'custom', waitMs: 90 * 86_400_000 })
    clock.advance(31 * 86_400_000)
    await keep()()
    expect(await find(over.id)).toBeUndefined()
    expect(await find(waits.id)).toMatchObject({ state: 'waiting' })
  })
})

test('[O1] lists go back from the newest, by state, agent and project, with contents cut', async () => {
  const long = await ask({ content: JSON.stringify({ text: 'x'.repeat(5000) }) })
  const second = await ask()
  await answer(second.id, { verdict: 'denied' })
  expect((await list({})).map(({ id }) => id)).toEqual([second.id, long.id])
  expect((await list({ state: ['waiting'] })).map(({ id, isCut }) => [id, isCut])).toEqual([[long.id, true]])
  expect((await list({ cursor: second.seq })).map(({ id }) => id)).toEqual([long.id])
  expect(await list({ agent: AgentName.parse('bert') })).toEqual([])
  expect((await list({}))[1]?.content).toHaveLength(2000)
})

test('[P8] a thousand requests wait at most: the next is refused, and has room when one is answered', async () => {
  const [first] = await opened.store.write((writer) =>
    Promise.all(Array.from({ length: 1000 }, () => askIn(writer, { agent: null, call: null, asker: null }))),
  )
  const { store } = opened
  const deps = { store, clock, entropy: makeSystemEntropy(clock), hashSecret: sha256Secret }
  const wish = { kind: 'custom', title: 'one more', content: 'please', risk: 'low' } as const
  const askOneMore = () => requestApproval(deps, wish, agentPrincipal(ANNA, 1), WAIT_MS)
  await expect(askOneMore()).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
  expect(await store.read.approvals.countWaiting()).toBe(1000)
  await answer(first!.id, { verdict: 'denied' })
  expect(await askOneMore()).toMatchObject({ isNew: true })
})

test('[P8] what is asked with every status and every hook is answered by an index', async () => {
  expect(await plan((table) => table.waiting(10))).toEqual(['SCAN approvals USING INDEX approvals_waiting'])
  expect(await plan((table) => table.openOf(ANNA))).toEqual([
    'SEARCH approvals USING INDEX approvals_open (agent=?)',
  ])
  expect(await plan((table) => table.byAsker('anna 1'))).toEqual([
    'SEARCH approvals USING INDEX approvals_asker (asker=?)',
  ])
})
