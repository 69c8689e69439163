// Agents at their gates, in the words of each program: who waits, who is let through, and that nothing else is.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { AGENT_LIMITS } from '../../src/core/agents/agent-limits.ts'
import { BUDGET_RULES } from '../../src/core/budgets/budget-rules.ts'
import { hearHook, type HookOutcome } from '../../src/core/agent-loop/hear-hook.ts'
import type { Runtime } from '../../src/core/agents/runtime.ts'
import { answerApproval } from '../../src/core/approvals/answer-approval.ts'
import { judgeUse } from '../../src/core/approvals/gate/judge-use.ts'
import type { ToolVerdict } from '../../src/core/rules/tool-judge.ts'
import { AgentName, type ApprovalId } from '../../src/protocol/ids.ts'
import type { RuntimeName } from '../../src/protocol/agents/runtime.ts'
import { makeFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { NO_CONTINUITY } from '../fixtures/no-continuity.ts'
import { NO_PRICES } from '../fixtures/no-prices.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { agentPrincipal } from '../fixtures/principals.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
let rule: ToolVerdict['verdict'] | undefined
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  rule = 'ask'
  await opened.store.write(async ({ agents }) => {
    for (const runtime of ['claude', 'codex', 'gemini', 'opencode'] as const)
      await agents.insert(makeAgent(runtime, { runtime, generation: 2 }))
  })
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

type Program = Extract<RuntimeName, 'claude' | 'codex' | 'gemini' | 'opencode'>

async function tell(
  program: Program,
  event: string,
  payload: Record<string, unknown>,
  { request = event, generation = 2 } = {},
): Promise<HookOutcome> {
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
    judgeTool: async () => rule && ({ verdict: rule, risk: 'high', reason: `the rules ${rule}` } as const),
  }
  const by = agentPrincipal(AgentName.parse(program), generation)
  const call = { runtime: program, event, payload, request }
  return hearHook(deps, { ...call, verdict: await judgeUse(deps, call, by) }, by)
}

const bash = (command: string, id = 'call-1', more: Record<string, unknown> = {}) => ({
  cwd: '/work',
  permission_mode: 'default',
  tool_name: 'Bash',
  tool_use_id: id,
  tool_input: { command },
  ...more,
})
const dialog = (command: string) => ({ cwd: '/work', tool_name: 'Bash', tool_input: { command } })
const list = () => opened.store.read.approvals.list({ limit: 100 })
const approve = async (id: string) => {
  const record = await opened.store.read.approvals.byId(id as ApprovalId)
  const wish = { verdict: 'approved', by: 'owner', reason: null, via: 'http' } as const
  await answerApproval(
    { store: opened.store, clock, entropy: makeSystemEntropy(clock), budgets: BUDGET_RULES },
    id as ApprovalId,
    {
      ...wish,
      sha256: record?.sha256 ?? null,
    },
  )
}
const approvalOf = (outcome: HookOutcome) => (outcome.kind === 'wait' ? outcome.approval : '')
const textOf = (outcome: HookOutcome) => JSON.stringify(outcome)
const eventsOf = async (type: string) =>
  (await opened.store.read.events.after(0, 200)).filter((event) => event.type === type)

const GATES: readonly [program: Program, event: string, payload: Record<string, unknown>, yes: RegExp][] = [
  ['claude', 'PreToolUse', bash('x', 'c', { agent_id: 'sub' }), /"permissionDecision":"allow"/],
  ['claude', 'PreToolUse', bash('x', 'c', { permission_mode: 'bypassPermissions' }), /"allow"/],
  ['codex', 'PreToolUse', bash('x'), /"answer":\{\}/],
  ['gemini', 'BeforeTool', { ...bash('x'), session_id: 's' }, /"decision":"allow"/],
  [
    'opencode',
    'tool.execute.before',
    { callID: 'c', tool: 'bash', input: { command: 'x' } },
    /"answer":\{\}/,
  ],
]

describe('a gate that waits', () => {
  test.each(GATES)('[O1] %s at %s: until the yes, and says it once', async (program, event, payload, yes) => {
    const first = await tell(program, event, payload)
    const id = approvalOf(first)
    expect(await tell(program, event, payload)).toEqual({ kind: 'wait', approval: id })
    expect(await list()).toHaveLength(1)
    expect(await eventsOf('tool.started')).toEqual([])
    await approve(id)
    const answer = await tell(program, event, payload)
    expect(textOf(answer)).toMatch(yes)
    // A repeat after a lost answer.
    expect(await tell(program, event, payload)).toEqual(answer)
    expect(await eventsOf('approval.used')).toHaveLength(1)
    expect(await eventsOf('tool.started')).toHaveLength(1)
  })

  test('[P7] what was used is no reason to do it again, under whatever number', async () => {
    const id = approvalOf(await tell('codex', 'PreToolUse', bash('x')))
    await approve(id)
    expect(await tell('codex', 'PreToolUse', bash('x'))).toMatchObject({ kind: 'answer' })
    for (const [payload, request] of [
      [bash('x', 'call-2'), 'another'],
      [bash('x', 'call-1'), 'a third'],
    ] as const) {
      const again = await tell('codex', 'PreToolUse', payload, { request })
      expect(again.kind).toBe('wait')
      expect(approvalOf(again)).not.toBe(id)
    }
  })

  test('[P7] another input under the number of a request that waits asks for itself', async () => {
    const id = approvalOf(await tell('codex', 'PreToolUse', bash('ls')))
    const altered = await tell('codex', 'PreToolUse', bash('rm -r /'))
    expect(approvalOf(altered)).not.toBe(id)
    await approve(id)
    expect((await tell('codex', 'PreToolUse', bash('rm -r /'))).kind).toBe('wait')
    expect((await tell('codex', 'PreToolUse', bash('ls'))).kind).toBe('answer')
  })

  test('[O1] codex: what was approved at the first gate is allowed at the second, where it is described', async () => {
    await approve(approvalOf(await tell('codex', 'PreToolUse', bash('x'))))
    await tell('codex', 'PreToolUse', bash('x'))
    const described = { cwd: '/work', tool_name: 'Bash', tool_input: { command: 'x', description: 'does x' } }
    expect(textOf(await tell('codex', 'PermissionRequest', described))).toContain('"behavior":"allow"')
    expect(await list()).toHaveLength(1)
    const other = { ...described, tool_input: { command: 'y' } }
    expect((await tell('codex', 'PermissionRequest', other, { request: 'y' })).kind).toBe('wait')
  })
})

describe('claude’s own dialog', () => {
  test('[O1] opens at the first gate, and the second waits for the same request', async () => {
    expect(textOf(await tell('claude', 'PreToolUse', bash('x')))).toContain('"permissionDecision":"ask"')
    const [request] = await list()
    expect(request).toMatchObject({ state: 'waiting', inDialog: true })
    expect(await tell('claude', 'PermissionRequest', dialog('x'))).toEqual({
      kind: 'wait',
      approval: request?.id,
    })
    await approve(String(request?.id))
    expect(textOf(await tell('claude', 'PermissionRequest', dialog('x')))).toContain('"behavior":"allow"')
    expect(await eventsOf('tool.started')).toMatchObject([{ data: { id: 'call-1' } }])
  })

  test('[O1] of two equal calls at once each waits for its own', async () => {
    for (const id of ['one', 'two']) await tell('claude', 'PreToolUse', bash('x', id), { request: id })
    const first = await tell('claude', 'PermissionRequest', dialog('x'), { request: 'd1' })
    const second = await tell('claude', 'PermissionRequest', dialog('x'), { request: 'd2' })
    expect(approvalOf(first)).not.toBe(approvalOf(second))
    await approve(approvalOf(first))
    expect((await tell('claude', 'PermissionRequest', dialog('x'), { request: 'd2' })).kind).toBe('wait')
    expect((await tell('claude', 'PermissionRequest', dialog('x'), { request: 'd1' })).kind).toBe('answer')
  })

  test('[O1] a tool that ran although its request waits was approved at the terminal', async () => {
    await tell('claude', 'PreToolUse', bash('x'))
    await tell('claude', 'PermissionRequest', dialog('x'))
    await tell('claude', 'PostToolUse', bash('x'))
    expect(await list()).toMatchObject([{ state: 'used', decision: { by: 'terminal', via: 'terminal' } }])
    // The hook beside the dialog goes on asking: it is sent home.
    expect((await tell('claude', 'PermissionRequest', dialog('x'))).kind).toBe('answer')
    expect((await eventsOf('tool.started')).concat(await eventsOf('tool.ended'))).toHaveLength(2)
  })

  test('[O1] without rules its dialog is a request as well, and each dialog a new one', async () => {
    rule = undefined
    for (const id of ['one', 'two']) {
      await tell('claude', 'PreToolUse', bash('x', id), { request: id })
      const waits = await tell('claude', 'PermissionRequest', dialog('x'), { request: `d-${id}` })
      await approve(approvalOf(waits))
      await tell('claude', 'PermissionRequest', dialog('x'), { request: `d-${id}` })
    }
    expect((await list()).map(({ state }) => state)).toEqual(['used', 'used'])
    expect(await eventsOf('tool.started')).toHaveLength(2)
  })

  test('[O1] codex asks before its dialog: without rules the person at the terminal gets it, as ever', async () => {
    rule = undefined
    expect(await tell('codex', 'PermissionRequest', dialog('x'))).toEqual({ kind: 'answer', answer: {} })
    expect(await opened.store.read.agents.byName(AgentName.parse('codex'))).toMatchObject({
      approval: null,
      turn: { turn: 'waiting' },
    })
  })

  test('[O1] a question is nobody’s to approve', async () => {
    const question = { tool_name: 'AskUserQuestion', tool_input: { questions: [{ question: 'Which?' }] } }
    expect(await tell('claude', 'PermissionRequest', question)).toEqual({ kind: 'answer', answer: {} })
  })
})

describe('what ends a request', () => {
  test.each<[what: string, event: string, payload: Record<string, unknown>, state: string]>([
    ['the end of its turn', 'Stop', {}, 'withdrawn'],
    ['a new prompt', 'UserPromptSubmit', { prompt: 'else' }, 'withdrawn'],
    ['the end of its conversation', 'SessionEnd', { reason: 'clear' }, 'withdrawn'],
    [
      'not a turn that leaves something behind',
      'Stop',
      { background_tasks: [{ status: 'running' }] },
      'waiting',
    ],
    ['not another tool', 'PostToolUse', bash('y', 'call-9'), 'waiting'],
  ])('[O1] %s', async (_, event, payload, state) => {
    const first = bash('x', 'c', { agent_id: 'sub' })
    await tell('claude', 'PreToolUse', first)
    await tell('claude', event, payload, { request: 'later' })
    expect(await list()).toMatchObject([{ state }])
    const { kind } = await tell('claude', 'PreToolUse', first)
    expect(kind).toBe(state === 'waiting' ? 'wait' : 'answer')
  })
})

describe('[P7] fails closed:', () => {
  test.each<[what: string, payload: Record<string, unknown>, generation: number, words: RegExp]>([
    ['what can’t be read', { nonsense: true }, 2, /can’t read what it is about to do/],
    ['a start of the agent that is over', bash('x'), 1, /this start of it is over/],
    ['what nobody could read to the end', bash('x'.repeat(1_100_000)), 2, /too large to be shown/],
  ])('%s', async (_, payload, generation, words) => {
    const answer = await tell('codex', 'PreToolUse', payload, { generation })
    expect(textOf(answer)).toMatch(words)
    expect(textOf(answer)).toContain('"permissionDecision":"deny"')
    expect(await list()).toEqual([])
    expect(await eventsOf('tool.refused')).toHaveLength(1)
  })
})
