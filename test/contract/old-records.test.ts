// Records as the first release that had them wrote them, read by this one.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { BLANK_AGENT } from '../../src/core/agents/blank-agent.ts'
import { describeAgent } from '../../src/core/agents/describe-agent.ts'
import { Agent } from '../../src/protocol/agents/agent.ts'
import { Change } from '../../src/protocol/changes/change.ts'
import { AgentName, ChangeId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

const AT = timestampFromMs(0)

const FIRST_AGENT = {
  id: 'agt_01hqz3v1h0e8y6x5w4t3s2r1q0',
  name: 'anna',
  role: 'worker',
  runtime: 'claude',
  project: 'shop',
  purpose: 'paint it',
  model: null,
  args: ['--verbose'],
  folder: '/srv/shop',
  workspace: '/srv/shop',
  branch: 'agent/anna',
  createdBy: 'owner',
  createdAt: AT,
  answerFirstRun: false,
  desired: 'running',
  ending: null,
  generation: 3,
  startedAt: AT,
  pane: '%1',
  pid: 4711,
  session: '3580c77c-9068-46a4-a392-a6526c2cd59a',
  hasTalked: true,
  gaveUp: null,
  // Gone since then.
  firstTask: null,
  turn: null,
  status: 'idle',
  statusSince: AT,
  evidence: [],
}

const FIRST_CHANGE = {
  id: 'chg_01hqz3v1h0e8y6x5w4t3s2r1q0',
  seq: 7,
  project: 'shop',
  description: 'better',
  kind: 'hotfix',
  state: 'planned',
  tier: 'care',
  files: [],
  base: 'a'.repeat(40),
  head: 'b'.repeat(40),
  sha256: 'c'.repeat(64),
  from: null,
  requiresRestart: false,
  skipTests: false,
  author: 'agent:anna',
  agent: 'anna',
  note: null,
  createdAt: AT,
  updatedAt: AT,
}

async function openWith(home: string): Promise<TestStore> {
  const { path, store } = await openTestStore(home)
  await store.close()
  const database = new DatabaseSync(path)
  const { id, name, project, desired, status, generation } = FIRST_AGENT
  database
    .prepare('insert into agents values (?, ?, ?, ?, ?, ?, ?, null, ?)')
    .run(id, name, project, desired, status, generation, AT, JSON.stringify(FIRST_AGENT))
  database
    .prepare('insert into changes (seq, id, project, state, record) values (?, ?, ?, ?, ?)')
    .run(7, FIRST_CHANGE.id, project, FIRST_CHANGE.state, JSON.stringify(FIRST_CHANGE))
  database.close()
  return openTestStore(home, { expected: true })
}

test('[A9] an agent that lacks newer fields has what means nothing yet in their place, and is shown and changed like any other', async () => {
  using folder = makeTempFolder()
  await using opened = await openWith(folder.path)
  const { store } = opened
  const record = await store.read.agents.byName(AgentName.parse('anna'))
  if (!record) throw new Error('it is not there')
  expect(record).toEqual({ ...BLANK_AGENT, ...FIRST_AGENT })
  expect(Agent.parse(await describeAgent(store, record))).toMatchObject({
    name: 'anna',
    status: 'idle',
    paused: null,
    elsewhere: null,
  })
  await store.write(({ agents }) => agents.change(record.id, { desired: 'stopped' }))
  expect(await store.read.agents.all()).toEqual([{ ...record, desired: 'stopped' }])
})

test('[A9] a change that lacks newer fields is whole', async () => {
  using folder = makeTempFolder()
  await using opened = await openWith(folder.path)
  const change = await opened.store.read.changes.byId(ChangeId.parse(FIRST_CHANGE.id))
  expect(Change.parse(change)).toMatchObject({
    ...FIRST_CHANGE,
    branch: `hotfix/${FIRST_CHANGE.id}`,
    checks: [],
    steps: [],
    adopted: null,
  })
})
