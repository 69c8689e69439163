import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { makeTask, taskId } from '../../../test/fixtures/make-task.ts'
import { openTestStore, type TestStore } from '../../../test/fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../../../test/fixtures/temp-folder.ts'
import type { BudgetScope } from '../../protocol/budgets/budget.ts'
import { AgentName, ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { BUDGET_RULES, type BudgetRules } from './budget-rules.ts'
import type { BudgetMark, BudgetRecord } from './budget-table.ts'
import { NO_COUNTS, type Counts } from './counts.ts'
import { hasBudgets, planBudgets, type BudgetLook } from './plan-budgets.ts'

const NOW_MS = Date.UTC(2026, 0, 20, 12)
const NOW = timestampFromMs(NOW_MS)
const ANNA = AgentName.parse('anna')
const SHOP = ProjectName.parse('shop')
const TASK = taskId(1)
const scopeOf = (text: string) => text as BudgetScope

let folder: TempFolder
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  opened = await openTestStore(folder.path)
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

const limit = (scope: string, limits: BudgetRecord['limits'], more: Partial<BudgetRecord> = {}) => {
  const record: BudgetRecord = {
    scope: scopeOf(scope),
    per: 'total',
    limits,
    at: 'turn-end',
    warnPercent: null,
    setBy: 'owner',
    setAt: NOW,
    ...more,
  }
  return opened.store.write(({ budgets }) => budgets.put(record))
}
const use = (counts: Partial<Counts>, agoMs = 0, task: typeof TASK | null = null) =>
  opened.store.write(({ usage }) =>
    usage.add({
      at: timestampFromMs(NOW_MS - agoMs),
      agent: ANNA,
      project: SHOP,
      task,
      model: null,
      counts: { ...NO_COUNTS, ...counts },
    }),
  )
const mark = (change: Partial<BudgetMark>) =>
  opened.store.write(({ budgets }) =>
    budgets.mark({
      scope: scopeOf('all'),
      per: 'total',
      kind: 'turns',
      period: 'total',
      level: 'used-up',
      bound: 2,
      at: NOW,
      ...change,
    }),
  )
const work = (seq: number, state: 'working' | 'submitted') =>
  opened.store.write(({ tasks }) =>
    tasks.insert({ ...makeTask({ seq, state, assignee: ANNA }), assigner: null, mails: 0 }),
  )

const plan = (agent: Partial<AgentRecord> = {}, look: Partial<BudgetLook> = {}) =>
  planBudgets(opened.store.read, makeAgent('anna', { project: SHOP, ...agent }), {
    rules: BUDGET_RULES,
    nowMs: NOW_MS,
    gate: null,
    heldMs: null,
    ...look,
  })
/** Whose limit, of what, how much of it, and what comes of it. */
const short = async (...args: Parameters<typeof plan>) =>
  (await plan(...args)).map(
    ({ mark: { scope, per, kind, bound }, used, isUsedUp, tell, act }) =>
      `${scope} ${per} ${kind} ${used}/${bound}${isUsedUp ? ' used up' : ''}: ${tell} ${act}`,
  )

test('[O3] a step says all that is known of a limit that has something to say', async () => {
  await limit('all', { turns: 2, tokens: 100, usd: null }, { warnPercent: 60 })
  await use({ turns: 2, input: 59 })
  expect(await plan()).toEqual([
    {
      tell: 'used-up',
      act: 'pause',
      budget: {
        scope: 'all',
        per: 'total',
        limits: { turns: 2, tokens: 100, usd: null },
        at: 'turn-end',
        warnPercent: 60,
        source: 'set',
        setBy: 'owner',
        setAt: NOW,
      },
      used: 2,
      isUsedUp: true,
      mark: { scope: 'all', per: 'total', kind: 'turns', period: 'total', bound: 2, at: NOW },
    },
  ])
  await use({ input: 1 })
  expect(await short()).toEqual([
    'all total turns 2/2 used up: used-up pause',
    'all total tokens 60/100: warned nothing',
  ])
})

test('[O3] it counts for all, its project, itself and its task', async () => {
  await work(1, 'working')
  await use({ turns: 5 }, 0, TASK)
  for (const scope of ['all', 'project:shop', 'agent:anna', `task:${TASK}`, 'agent:bert', 'project:other'])
    await limit(scope, { turns: 1 })
  expect(await short()).toEqual([
    'all total turns 5/1 used up: used-up pause',
    'project:shop total turns 5/1 used up: used-up pause',
    'agent:anna total turns 5/1 used up: used-up pause',
    `task:${TASK} total turns 5/1 used up: used-up pause`,
  ])
  expect(await short({ project: null })).toHaveLength(3)
})

describe('a task', () => {
  const RULES: BudgetRules = {
    ...BUDGET_RULES,
    defaults: { ...BUDGET_RULES.defaults, task: { limits: { turns: 1 }, per: 'total', at: 'turn-end' } },
  }

  test('[O3] that it works on counts by the default of tasks as well', async () => {
    await work(1, 'working')
    await work(2, 'submitted')
    await use({ turns: 1 }, 0, TASK)
    expect(await short({}, { rules: RULES })).toEqual([`task:${TASK} total turns 1/1 used up: used-up pause`])
  })

  test('[O3] that it does not work on is none of its', async () => {
    await work(1, 'submitted')
    await limit(`task:${TASK}`, { turns: 1 })
    await use({ turns: 1 }, 0, TASK)
    expect(await short({}, { rules: RULES })).toEqual([])
  })

  test('[O3] is not looked for when no task has a limit', async () => {
    await limit('all', { turns: 1 })
    await use({ turns: 1 })
    const tasks = {
      ...opened.store.read.tasks,
      openOf: () => Promise.reject(new Error('nobody has to know')),
    }
    const look = { rules: BUDGET_RULES, nowMs: NOW_MS, gate: null, heldMs: null }
    expect(await planBudgets({ ...opened.store.read, tasks }, makeAgent('anna'), look)).toHaveLength(1)
  })
})

test('[O3] a limit of a day counts what is of today', async () => {
  await limit('all', { turns: 2 }, { per: 'day' })
  await use({ turns: 2 }, 86_400_000)
  expect(await plan()).toEqual([])
  await use({ turns: 2 })
  expect(await plan()).toMatchObject([{ mark: { per: 'day', period: '2026-01-20' } }])
})

const clocked = (agoMs: number) => ({ clockedAt: timestampFromMs(NOW_MS - agoMs) })

describe('the time that it works', () => {
  test.each<[string, Partial<AgentRecord>, string[]]>([
    [
      'since it was last written down counts',
      { status: 'working', ...clocked(3000) },
      ['all total wallSec 10000/10000 used up: used-up nothing'],
    ],
    ['does not count while it rests', { status: 'idle', ...clocked(3000) }, []],
    ['does not count before it was written down once', { status: 'working', clockedAt: null }, []],
    ['is never less than nothing', { status: 'working', ...clocked(-3000) }, []],
  ])('[O3] %s', async (_, agent, expected) => {
    await limit('all', { wallSec: 10 }, { warnPercent: 80 })
    await use({ wallMs: 7000 })
    expect(await short(agent)).toEqual(expected)
  })

  test('[O3] is not turned back by a clock that is ahead, nor lost when nothing was written down', async () => {
    await limit('all', { wallSec: 10 })
    await use({ wallMs: 8000 })
    const expected = ['all total wallSec 8000/10000: warned nothing']
    expect(await short({ status: 'working', ...clocked(-3000) })).toEqual(expected)
    expect(await short({ status: 'working', clockedAt: null })).toEqual(expected)
  })
})

describe('what was told', () => {
  test.each<[string, Partial<BudgetMark>, string]>([
    ['of this limit', {}, 'null'],
    ['of it as a warning only', { level: 'warned' }, 'used-up'],
    ['of another period', { per: 'day', period: '2026-01-20' }, 'used-up'],
    ['of another time', { period: '2026-01-20' }, 'used-up'],
    ['of another kind', { kind: 'tools' }, 'used-up'],
    ['of another bound', { bound: 3 }, 'used-up'],
    ['of another scope', { scope: scopeOf('agent:anna') }, 'used-up'],
  ])('[O3] %s', async (_, change, tell) => {
    await limit('all', { turns: 2 })
    await use({ turns: 2 })
    await mark(change)
    expect(await short()).toEqual([`all total turns 2/2 used up: ${tell} pause`])
  })

  test('[O3] long ago ends a turn that goes on', async () => {
    await limit('all', { turns: 2 })
    await use({ turns: 2 })
    const turn = { status: 'working' } as const
    await mark({ at: timestampFromMs(NOW_MS - BUDGET_RULES.graceMs + 1) })
    expect(await short(turn)).toEqual(['all total turns 2/2 used up: null nothing'])
    await mark({ at: timestampFromMs(NOW_MS - BUDGET_RULES.graceMs) })
    expect(await short(turn)).toEqual(['all total turns 2/2 used up: null pause'])
  })
})

const told = (turn: 'idle' | 'working' | 'waiting') =>
  ({ turn: { turn, source: 'hook', says: '', at: NOW } }) as unknown as Partial<AgentRecord>

describe('a turn', () => {
  test.each<[string, Partial<AgentRecord>, boolean]>([
    ['works', { status: 'working' }, true],
    ['waits for somebody', { status: 'waiting' }, true],
    ['is idle', { status: 'idle' }, false],
    ['is idle, as its hooks say too', { status: 'idle', ...told('idle') }, false],
    ['seems idle, but its hooks say that it works', { status: 'unknown', ...told('working') }, true],
    ['seems idle, but its hooks say that it waits', { status: 'unknown', ...told('waiting') }, true],
  ])('[O3] is open when it %s: %o', async (_, agent, isOpen) => {
    await limit('all', { turns: 2 })
    await use({ turns: 2 })
    expect(await plan(agent)).toMatchObject([{ act: isOpen ? 'nothing' : 'pause' }])
  })

  test('[O3] at a gate, and of one that is held, is judged by these', async () => {
    await limit('all', { turns: 2 })
    await use({ turns: 2 })
    const working = { status: 'working' } as const
    expect(await plan(working, { gate: 'turn end' })).toMatchObject([{ act: 'pause' }])
    expect(await plan(working, { heldMs: BUDGET_RULES.graceMs })).toMatchObject([{ act: 'stop' }])
    const rules = { ...BUDGET_RULES, graceMs: BUDGET_RULES.graceMs + 1 }
    expect(await plan(working, { heldMs: BUDGET_RULES.graceMs, rules })).toMatchObject([{ act: 'nothing' }])
  })
})

const record = (limits: BudgetRecord['limits']): BudgetRecord => ({
  scope: scopeOf('agent:anna'),
  per: 'total',
  limits,
  at: 'turn-end',
  warnPercent: null,
  setBy: 'owner',
  setAt: NOW,
})

describe('whether there is any limit at all', () => {
  const daily = { limits: { turns: 1 }, per: 'day', at: 'turn-end' } as const

  test('[O3] there is none by itself', () => {
    expect(hasBudgets(BUDGET_RULES, [])).toBe(false)
  })

  test('[O3] one that a person has set is one', () => {
    expect(hasBudgets(BUDGET_RULES, [record({ turns: 1 })])).toBe(true)
  })

  test.each(['agent', 'task', 'project', 'all'] as const)('[O3] a default of %s is one', (kind) => {
    expect(hasBudgets({ ...BUDGET_RULES, defaults: { ...BUDGET_RULES.defaults, [kind]: daily } }, [])).toBe(
      true,
    )
  })
})
