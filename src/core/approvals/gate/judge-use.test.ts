import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeAgent } from '../../../../test/fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../../../../test/fixtures/open-test-store.ts'
import { agentPrincipal, OWNER } from '../../../../test/fixtures/principals.ts'
import { makeTempFolder, type TempFolder } from '../../../../test/fixtures/temp-folder.ts'
import { ALL_RUNTIMES } from '../../../adapters/runtimes/all-runtimes.ts'
import { AgentName, ProjectName } from '../../../protocol/ids.ts'
import type { RuntimeName } from '../../../protocol/agents/runtime.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { Runtime } from '../../agents/runtime.ts'
import type { ToolUse, ToolVerdict } from '../../rules/tool-judge.ts'
import { judgeUse } from './judge-use.ts'

let folder: TempFolder
let opened: TestStore
let asked: ToolUse[]
beforeEach(async () => {
  folder = makeTempFolder()
  opened = await openTestStore(folder.path)
  asked = []
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const SAID: ToolVerdict = { verdict: 'ask', risk: 'medium', reason: 'so say the rules' }
const BY = agentPrincipal(AgentName.parse('anna'), 1)
const LS = { cwd: '/tree/sub', tool_name: 'Bash', tool_use_id: 'c', tool_input: { command: 'ls' } }
const CALL = { runtime: 'claude', event: 'PreToolUse', payload: LS, request: 'r' } as const

const insert = (change: Partial<AgentRecord> = {}) =>
  opened.store.write(({ agents }) =>
    agents.insert(makeAgent('anna', { runtime: 'claude', folder: '/home-of-anna', ...change })),
  )

const judgeTool = async (use: ToolUse) => {
  asked.push(use)
  return SAID
}

function judge(change: Partial<Parameters<typeof judgeUse>[1]> = {}, by = BY) {
  const runtimes = ALL_RUNTIMES as unknown as Record<RuntimeName, Runtime>
  return judgeUse({ store: opened.store, runtimes, judgeTool }, { ...CALL, ...change }, by)
}

const USE = {
  agent: 'anna',
  role: 'worker',
  project: null,
  runtime: 'claude',
  tool: 'Bash',
  input: { command: 'ls' },
  folder: '/tree/sub',
  workspace: '/home-of-anna',
  confined: false,
  network: null,
  inCheckout: false,
}

test.each<[string, Partial<AgentRecord>, object]>([
  ['an agent without a workspace or walls', {}, {}],
  [
    'one with all of it',
    {
      workspace: '/tree',
      project: ProjectName.parse('shop'),
      confinement: { confined: true, why: null, network: 'own' },
    },
    { workspace: '/tree', project: 'shop', confined: true, network: 'own' },
  ],
  ['one that was started without walls', { confinement: { confined: false, why: 'off' } }, {}],
  [
    'one in a person’s checkout',
    { project: ProjectName.parse('shop'), inCheckout: true },
    { project: 'shop', inCheckout: true },
  ],
])('[O2] the rules are asked about the tool of %s', async (_, change, expected) => {
  await insert(change)
  expect(await judge()).toEqual(SAID)
  expect(asked).toEqual([{ ...USE, ...expected }])
})

test('[O2] without a folder in its words it is taken to be at home', async () => {
  await insert({ workspace: '/tree' })
  await judge({ payload: { ...LS, cwd: undefined } })
  expect(asked).toMatchObject([{ folder: '/home-of-anna', workspace: '/tree' }])
})

test('[P7] what can’t be read is denied, and no rule is asked', async () => {
  await insert()
  expect(await judge({ payload: { nonsense: true } })).toEqual({
    verdict: 'deny',
    risk: 'high',
    reason: 'cmux can’t read what it is about to do',
  })
  expect(asked).toEqual([])
})

test.each<[string, Partial<Parameters<typeof judgeUse>[1]>, typeof BY]>([
  ['from nobody’s program', {}, OWNER],
  ['from an agent that is not registered', {}, agentPrincipal(AgentName.parse('bert'), 1)],
  ['in the words of another program', { runtime: 'codex' }, BY],
  ['that is no gate', { event: 'Stop', payload: {} }, BY],
])('[O2] a call %s is nothing to judge', async (_, change, by) => {
  await insert()
  expect(await judge(change, by)).toBeUndefined()
  expect(asked).toEqual([])
})
