// The order in which a hook is heard: budgets, pause, approval, what it told, brief, messages. Each test has two steps that both want
// to answer, and shows which one does.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { hearHook } from '../../src/core/agent-loop/hear-hook.ts'
import { AGENT_LIMITS } from '../../src/core/agents/agent-limits.ts'
import type { AgentRecord } from '../../src/core/agents/agent-record.ts'
import type { Runtime } from '../../src/core/agents/runtime.ts'
import { BUDGET_RULES } from '../../src/core/budgets/budget-rules.ts'
import { setBudget } from '../../src/core/budgets/set-budget.ts'
import { acceptMessage } from '../../src/core/mail/accept-message.ts'
import { SetBudget } from '../../src/protocol/budgets/budget.ts'
import { AgentName } from '../../src/protocol/ids.ts'
import { SendMessage } from '../../src/protocol/messages/message.ts'
import type { RuntimeName } from '../../src/protocol/agents/runtime.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { NO_CONTINUITY } from '../fixtures/no-continuity.ts'
import { NO_PRICES } from '../fixtures/no-prices.ts'
import { NO_SEND_BOUND } from '../fixtures/no-send-bound.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { agentPrincipal, OWNER } from '../fixtures/principals.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const NAME = AgentName.parse('anna')
const PAUSED = { since: timestampFromMs(0), by: 'owner', why: null, cutsTurn: false } as const
const ASKED = { verdict: 'ask', risk: 'high', reason: 'the rules ask' } as const

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
let requests = 0
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  await opened.store.write(({ agents }) =>
    agents.insert(makeAgent('anna', { runtime: 'claude', generation: 1 })),
  )
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

async function tell(
  event: string,
  payload: Record<string, unknown> = {},
  more: Partial<Parameters<typeof hearHook>[1]> = {},
): Promise<string> {
  requests += 1
  const deps = {
    store: opened.store,
    clock,
    entropy: makeSystemEntropy(clock),
    hashSecret: sha256Secret,
    runtimes: ALL_RUNTIMES as unknown as Record<RuntimeName, Runtime>,
    limits: AGENT_LIMITS,
    prices: NO_PRICES,
    continuity: NO_CONTINUITY,
    budgets: BUDGET_RULES,
  }
  const call = { runtime: 'claude', event, payload, request: String(requests), ...more } as const
  return JSON.stringify(await hearHook(deps, call, agentPrincipal(NAME, 1)))
}

const tool = (more = {}) =>
  tell('PreToolUse', { tool_name: 'Bash', tool_use_id: 'one', tool_input: { command: 'ls' } }, more)
const alter = (change: Partial<AgentRecord>) =>
  opened.store.write(async ({ agents }) => {
    const found = await agents.byName(NAME)
    if (found) await agents.change(found.id, change)
  })
const send = () => {
  const ports = { store: opened.store, clock, entropy: makeSystemEntropy(clock), sendBound: NO_SEND_BOUND }
  return acceptMessage(ports, SendMessage.parse({ to: 'anna', body: 'the news' }), OWNER)
}
const noTurns = () =>
  opened.store.write((writer) => {
    const budget = SetBudget.parse({ scope: 'agent:anna', limits: { turns: 1 }, at: 'turn-end' })
    return setBudget({ clock, budgets: BUDGET_RULES }, writer, budget, 'owner')
  })
const typesOf = async () => (await opened.store.read.events.after(0, 200)).map(({ type }) => type)

test('[O3] the budget comes before the pause: the same hook that finds it used up is refused by it', async () => {
  await noTurns()
  await tell('UserPromptSubmit', { prompt: 'go on' })
  await tell('Stop')
  expect(await tell('UserPromptSubmit', { prompt: 'again' })).toMatch(/"block".*used up/)
})

test('[O1] the pause comes before the approval: a paused agent is denied, and nobody is asked', async () => {
  await alter({ paused: PAUSED })
  expect(await tool({ verdict: ASKED })).toMatch(/"deny".*is paused/)
  expect(await opened.store.read.approvals.list({ limit: 10 })).toEqual([])
})

test('[O1] the approval comes before what the hook told: a tool that waits has not started', async () => {
  expect(await tool({ verdict: ASKED })).toContain('"kind":"wait"')
  expect(await typesOf()).not.toContain('tool.started')
})

test('[P2] the approval comes before messages: a denied tool brings none', async () => {
  await send()
  expect(await tool({ verdict: { ...ASKED, verdict: 'deny' } })).not.toContain('the news')
})

test('[C2] the brief comes before messages: a session begins with the brief, and the message waits', async () => {
  await send()
  const begun = await tell(
    'SessionStart',
    { session_id: 's', source: 'startup' },
    { brief: 'where it stands' },
  )
  expect(begun).toContain('where it stands')
  expect(begun).not.toContain('the news')
})

test('[P10] what the hook told is written before the message that its answer carries', async () => {
  await tell('UserPromptSubmit', { prompt: 'go on' })
  await send()
  await tool()
  expect(await tell('Stop')).toContain('the news')
  const types = await typesOf()
  expect(types.indexOf('tool.started')).toBeGreaterThan(-1)
  expect(types.indexOf('tool.started')).toBeLessThan(types.lastIndexOf('message.moved'))
})
