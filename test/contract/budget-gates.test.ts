// A used-up budget at the hooks of an agent, with nobody else about who could hold it: no turn begins, and no tool is used.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { AGENT_LIMITS } from '../../src/core/agents/agent-limits.ts'
import { BUDGET_RULES } from '../../src/core/budgets/budget-rules.ts'
import { setBudget } from '../../src/core/budgets/set-budget.ts'
import { hearHook } from '../../src/core/agent-loop/hear-hook.ts'
import type { Runtime } from '../../src/core/agents/runtime.ts'
import { SetBudget } from '../../src/protocol/budgets/budget.ts'
import { AgentName } from '../../src/protocol/ids.ts'
import type { RuntimeName } from '../../src/protocol/agents/runtime.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { NO_CONTINUITY } from '../fixtures/no-continuity.ts'
import { NO_PRICES } from '../fixtures/no-prices.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { agentPrincipal } from '../fixtures/principals.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const NAME = AgentName.parse('anna')
let folder: TempFolder
let clock: FakeClock
let opened: TestStore
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

const limit = (limits: SetBudget['limits'], at: SetBudget['at'] = 'turn-end') =>
  opened.store.write((writer) =>
    setBudget(
      { clock, budgets: BUDGET_RULES },
      writer,
      SetBudget.parse({ scope: 'agent:anna', limits, at }),
      'owner',
    ),
  )

let requests = 0
async function tell(event: string, payload: Record<string, unknown>): Promise<string> {
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
  const call = { runtime: 'claude', event, payload, request: String(requests) } as const
  return JSON.stringify(await hearHook(deps, call, agentPrincipal(NAME, 1)))
}

const prompt = () => tell('UserPromptSubmit', { prompt: 'go on' })
const tool = (id: string) =>
  tell('PreToolUse', { tool_name: 'Bash', tool_use_id: id, tool_input: { command: 'ls' } })
const end = () => tell('Stop', {})
const pause = async () => (await opened.store.read.agents.byName(NAME))?.paused

test('[O3] the turn after the last one of a budget is refused at its prompt, with the reason', async () => {
  await limit({ turns: 2 })
  for (const _ of [1, 2]) {
    expect(await prompt()).not.toContain('block')
    await end()
  }
  expect(await prompt()).toMatch(/"decision":"block".*is used up: 2 of 2 turns/)
  expect(await pause()).toMatchObject({ by: 'budget' })
})

test('[O3] a tool beyond the budget is denied in the middle of a turn, when it is to hold at once', async () => {
  await limit({ tools: 1 }, 'at-once')
  await prompt()
  expect(await tool('one')).not.toContain('deny')
  expect(await tool('two')).toMatch(/"permissionDecision":"deny".*is used up/)
})

test('[O3] a turn that crosses the line goes on to its end, and is the last', async () => {
  await limit({ tools: 1 })
  await prompt()
  for (const id of ['one', 'two', 'three']) expect(await tool(id)).not.toContain('deny')
  expect(await pause()).toBeNull()
  await end()
  expect(await pause()).toMatchObject({ by: 'budget' })
  expect(await prompt()).toContain('block')
})
