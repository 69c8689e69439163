import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFakeClock, type FakeClock } from '../../../test/fixtures/fake-clock.ts'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { makeTask, taskId } from '../../../test/fixtures/make-task.ts'
import { openTestStore, type TestStore } from '../../../test/fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import { SetBudget } from '../../protocol/budgets/budget.ts'
import { ProjectName, type ProjectId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { BUDGET_RULES, type BudgetRules } from './budget-rules.ts'
import { planSet, setBudget } from './set-budget.ts'

const TASK = `task:${taskId(1)}`

let folder: TempFolder
let clock: FakeClock
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  clock = makeFakeClock()
  opened = await openTestStore(folder.path, { clock })
  await opened.store.write(async ({ agents, projects, tasks }) => {
    await agents.insert(makeAgent('anna'))
    await projects.insert({
      id: 'prj_1' as ProjectId,
      name: ProjectName.parse('shop'),
      path: '/shop',
      mainBranch: 'main',
      createdAt: timestampFromMs(0),
      addedBy: 'owner',
      removedAt: null,
    })
    await tasks.insert({ ...makeTask({ seq: 1 }), assigner: null, mails: 0 })
  })
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const RULES: BudgetRules = {
  ...BUDGET_RULES,
  warnPercent: 70,
  defaults: {
    ...BUDGET_RULES.defaults,
    agent: { limits: { turns: 9 }, per: 'day', at: 'at-once' },
  },
}
const set = (request: Record<string, unknown>, actor = 'owner') =>
  opened.store.write((writer) =>
    setBudget({ clock, budgets: RULES }, writer, SetBudget.parse(request), actor),
  )
const plan = (request: Record<string, unknown>) =>
  opened.store.write((writer) => planSet({ clock, budgets: RULES }, writer, SetBudget.parse(request)))

describe('what a budget becomes', () => {
  test('[O3] without one before it, it is what was asked for, at the end of a turn', async () => {
    expect(await plan({ scope: 'all', limits: { usd: 5 } })).toEqual({
      scope: 'all',
      per: 'total',
      limits: { usd: 5 },
      before: {},
      at: 'turn-end',
      warnPercent: null,
    })
  })

  test('[O3] a default is what it begins with, in the period of the default only', async () => {
    const request = { scope: 'agent:anna', limits: { usd: 5 } }
    expect(await plan({ ...request, per: 'day' })).toMatchObject({
      limits: { turns: 9, usd: 5 },
      before: { turns: 9 },
      at: 'at-once',
      warnPercent: null,
    })
    expect(await plan({ ...request, per: 'total' })).toMatchObject({
      limits: { usd: 5 },
      before: {},
      at: 'turn-end',
    })
  })

  test('[O3] what was set before stays, unless it is said again', async () => {
    const scope = 'agent:anna'
    await set({ scope, limits: { turns: 3, usd: 1 }, at: 'at-once', warnPercent: 50 })
    await set({ scope: 'all', limits: { tools: 1 }, warnPercent: 20 })
    await set({ scope, per: 'day', limits: { tokens: 7 }, warnPercent: 30 })
    expect(await plan({ scope, limits: { usd: null, tools: 2 } })).toEqual({
      scope,
      per: 'total',
      limits: { turns: 3, usd: null, tools: 2 },
      before: { turns: 3, usd: 1 },
      at: 'at-once',
      warnPercent: 50,
    })
    expect(await plan({ scope, at: 'turn-end', warnPercent: 60 })).toMatchObject({
      limits: { turns: 3, usd: 1 },
      at: 'turn-end',
      warnPercent: 60,
    })
    expect(await plan({ scope, per: 'day' })).toMatchObject({ limits: { tokens: 7 }, warnPercent: 30 })
  })

  test('[O3] more is more than there was', async () => {
    await set({ scope: TASK, limits: { turns: 3, tokens: 100 } })
    expect((await plan({ scope: TASK, more: { turns: 2 } })).limits).toEqual({ turns: 5, tokens: 100 })
  })

  test.each([{}, { turns: null }])('[O3] of what is not limited, by %o, there is no more', async (limits) => {
    await set({ scope: 'all', limits })
    await expect(plan({ scope: 'all', more: { turns: 2 } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'all has no limit of turns that could be raised',
      hint: 'see `cmux budget show`',
    })
  })
})

describe('whose budget it is', () => {
  test.each(['all', 'agent:anna', 'project:shop', TASK])('[O3] %s is there', async (scope) => {
    expect(await plan({ scope, limits: { usd: 1 } })).toMatchObject({ scope })
  })

  test.each([
    ['agent:bert', 'there is no agent bert'],
    ['project:anna', 'there is no project anna'],
    [`task:${taskId(2)}`, `there is no task ${taskId(2)}`],
  ])('[O3] %s is not', async (scope, message) => {
    await expect(plan({ scope, limits: { usd: 1 } })).rejects.toMatchObject({ code: 'NOT_FOUND', message })
  })
})

test('[O3] [P10] it is kept with who set it and when, and told with what it was before', async () => {
  await set({ scope: 'agent:anna', limits: { turns: 3 }, warnPercent: 50 })
  clock.advance(1000)
  await set({ scope: 'agent:anna', more: { turns: 1 }, at: 'at-once' }, 'eve')
  await set({ scope: 'all', limits: { usd: 1 } })
  const kept = {
    scope: 'agent:anna',
    per: 'total',
    limits: { turns: 4 },
    at: 'at-once',
    warnPercent: 50,
    setBy: 'eve',
    setAt: timestampFromMs(clock.nowMs()),
  }
  expect(await opened.store.read.budgets.all()).toContainEqual(kept)
  const { setBy: _, setAt: __, ...told } = kept
  expect(await opened.store.read.events.after(0, 10)).toMatchObject([
    { type: 'budget.set', actor: 'owner', data: { before: {}, limits: { turns: 3 }, warnPercent: 50 } },
    { type: 'budget.set', actor: 'eve', data: { ...told, before: { turns: 3 } } },
    { type: 'budget.set', actor: 'owner', data: { scope: 'all', warnPercent: 70 } },
  ])
})
