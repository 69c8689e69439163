// Budgets with real processes: who has used theirs up is stopped within one turn, told once, and counted exactly, whatever is killed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { Budget } from '../../../src/protocol/budgets/budget.ts'
import type { UsageCheck, UsageReport } from '../../../src/protocol/budgets/usage.ts'
import { isRunning, startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { rebuildUsage } from '../../fixtures/rebuild-usage.ts'
import { sumConversations } from '../../fixtures/sum-conversations.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  const home = join(built.folder, 'budgets')
  mkdirSync(home, { recursive: true, mode: 0o700 })
  // Ten dollars a million in, fifty out: a thought of 1000 and 200 costs two cents.
  const price = { model: 'demo-*', input: 10, output: 50, cacheRead: 1, cacheWrite: 12.5 }
  writeFileSync(join(home, 'prices.json'), JSON.stringify({ date: '2026-01-01', prices: [price] }))
  team = await startTeam(built, 'budgets', {
    agents: { stopSec: 0.5, backOffSec: [0], restarts: 100 },
    budgets: { graceSec: 2, warnPercent: 80 },
  })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const WITHOUT_LIMITS = ['turns', 'tokens', 'usd', 'wall', 'tools', 'restarts'].flatMap((kind) => [
  `--${kind}`,
  'none',
])
const LONG = { timeout: 60_000 }

const set = async (scope: string, limits: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  const reply = await team.ask('PUT', '/api/budgets', { scope, limits, ...more })
  expect([reply.status, reply.body]).toEqual([200, expect.stringContaining(`"scope":"${scope}"`)])
  return reply.json as Budget
}
const budgetOf = async (scope: string) => {
  const { items } = (await team.ask('GET', `/api/budgets?scope=${scope}`)).json as { items: Budget[] }
  return items[0]
}
const usedOf = async (scope: string, kind: string) =>
  (await budgetOf(scope))?.meters.find((meter) => meter.kind === kind)?.used
/** What an agent did after an event: turns that it took, and tools that it used. */
const after = async (name: string, seq: number) => {
  const events = (await team.events()).filter((event) => event.seq > seq && event.data['agent'] === name)
  const tools = events.filter(({ type, data }) => type === 'tool.ended' && data['failure'] === null)
  return { turns: events.filter(({ type }) => type === 'turn.started').length, tools: tools.length }
}
const usedUp = (scope: string) => team.told('budget.used_up', { scope })
const check = async () => (await team.ask('GET', '/api/usage/check')).json as UsageCheck

test.each([
  ['turns', { turns: 3 }, 'say again'],
  ['tokens', { tokens: 3000 }, 'think 1000 200'],
  ['usd', { usd: 0.05 }, 'think 1000 200'],
  ['tools', { tools: 5 }, 'run echo one\nrun echo two'],
])('[O3] who has used up its %s takes no further turn, and says so', async (kind, limits, prompt) => {
  const name = `by-${kind}`
  await team.spawn(name)
  await team.becomes(name, 'idle')
  await set(`agent:${name}`, limits)
  for (let left = 8; left > 0; left -= 1) await team.prompt(name, prompt)
  const { seq, data } = await usedUp(`agent:${name}`)
  expect(data).toMatchObject({ kind, per: 'total', limit: Object.values(limits)[0] })
  const agent = await team.becomes(name, 'paused', { generation: 1 })
  expect(agent.paused).toMatchObject({
    by: 'budget',
    why: expect.stringMatching(new RegExp(`^the budget of agent ${name} is used up: `)),
  })
  expect((await after(name, seq)).turns).toBe(0)
  expect(await budgetOf(`agent:${name}`)).toMatchObject({ state: 'used-up', holds: [name], source: 'set' })
  expect((await team.cmux.run('agent', 'list')).stdout).toMatch(new RegExp(`${name} +paused .*is used up`))
  expect((await team.cmux.run('budget', 'show', name)).stdout).toMatch(/\(used up\).*on hold: /)

  // A person is told how to go on, and can't do it otherwise.
  const { items } = (await team.ask('GET', '/api/next')).json as Attention
  expect(items).toContainEqual(expect.objectContaining({ kind: 'budget', agent: name }))
  const resume = await team.cmux.run('resume', name)
  expect([resume.code, resume.stderr]).toEqual([4, expect.stringContaining('cmux budget set')])
})

test('[O3] what is used up at once ends in the middle of a turn: the last tool that is allowed is used, and no more', async () => {
  await team.spawn('hasty')
  await set('agent:hasty', { tools: 4 }, { at: 'at-once' })
  await team.becomes('hasty', 'idle')
  await team.prompt('hasty', 'loop')
  await usedUp('agent:hasty')
  await team.becomes('hasty', 'paused', { generation: 1 })
  expect(await after('hasty', 0)).toEqual({ turns: 1, tools: 4 })
})

test('[O3] [C1] work without end is interrupted after a while, and what goes on all the same is ended, its state kept', async () => {
  await team.spawn('steady')
  await team.spawn('deaf')
  for (const name of ['steady', 'deaf']) {
    await set(`agent:${name}`, { wallSec: 1 })
    await team.becomes(name, 'idle')
  }
  await team.prompt('steady', 'wait 600')
  await team.prompt('deaf', 'hang')
  await team.becomes('steady', 'paused', { generation: 1 })
  expect(await usedOf('agent:steady', 'wallSec')).toBeGreaterThanOrEqual(1)
  const { pid } = await team.show('deaf')
  await team.becomes('deaf', 'stopped')
  await expect.poll(() => isRunning(Number(pid)), LONG).toBe(false)
  expect((await team.told('agent.asked', { agent: 'deaf' })).data['what']).toContain('budget')
  await team.told('agent.state_kept', { agent: 'deaf', why: 'stop', generation: 1 })
})

test('[O3] who falls over is started again as often as its budget says', async () => {
  await team.spawn('frail')
  await set('agent:frail', { restarts: 2 })
  for (const generation of [1, 2, 3]) {
    const { pid } = await team.until(
      'frail',
      (agent) => agent.generation === generation && agent.pid !== null,
    )
    process.kill(Number(pid), 'SIGKILL')
    await team.told('agent.ended', { agent: 'frail', generation })
  }
  const agent = await team.until(
    'frail',
    ({ status, paused }) => status === 'dead' && paused?.by === 'budget',
  )
  expect(agent.generation).toBe(3)
  expect(await usedOf('agent:frail', 'restarts')).toBe(2)
  // More of it, and it comes back.
  expect((await team.cmux.run('budget', 'set', 'agent:frail', '--restarts', '+5')).code).toBe(0)
  await team.becomes('frail', 'idle', { generation: 4, paused: null })
})

test('[O3] the agent and its supervisor are warned once, also when cmux is restarted', async () => {
  await team.spawn('boss', { role: 'supervisor' })
  await team.spawn('warned')
  await team.becomes('boss', 'idle')
  await team.becomes('warned', 'idle')
  await set('agent:warned', { tokens: 10_000 })
  await team.prompt('warned', 'think 7900 200')
  const told = await team.told('budget.warned', { scope: 'agent:warned' })
  expect(told.data).toMatchObject({ kind: 'tokens', limit: 10_000 })
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  await team.cmux.family()
  await team.cmux.run('restart')
  await team.prompt('warned', 'think 10 2')
  await expect.poll(() => usedOf('agent:warned', 'turns'), LONG).toBeGreaterThanOrEqual(2)
  await team.becomes('warned', 'idle')
  expect(
    (await team.events('budget.warned')).filter(({ data }) => data['scope'] === 'agent:warned'),
  ).toHaveLength(1)
  const letters = (await team.events('message.accepted')).filter(({ data }) =>
    String(data['id']).startsWith('notice:budget:agent:warned:'),
  )
  expect(letters.map(({ data }) => String(data['to'])).toSorted()).toEqual(['boss', 'warned'])
})

test('[O3] raising the budget has it go on; a person’s own pause it does not end', async () => {
  expect((await team.show('by-tokens')).paused?.by).toBe('budget')
  const { code, stdout } = await team.cmux.run('budget', 'set', 'agent:by-tokens', '--tokens', '2M')
  expect([code, stdout]).toEqual([0, expect.stringContaining('of 2,000,000 tokens')])
  await team.becomes('by-tokens', 'idle', { paused: null, generation: 1 })
  const before = await usedOf('agent:by-tokens', 'turns')
  await team.prompt('by-tokens', 'say again')
  await expect.poll(() => usedOf('agent:by-tokens', 'turns'), LONG).toBe(Number(before) + 1)

  await team.cmux.run('pause', 'by-usd', '--why', 'mine')
  await set('agent:by-usd', { usd: 100 })
  const { json } = await team.ask('GET', '/api/budgets?scope=agent:by-usd')
  expect((json as { items: Budget[] }).items[0]).toMatchObject({ state: 'well', holds: [] })
  expect((await team.show('by-usd')).paused).toMatchObject({ by: 'owner', why: 'mine' })
  await team.cmux.run('resume', 'by-usd')
  await team.becomes('by-usd', 'idle', { paused: null })
})

test('[P7] agents may look at budgets and not set them; what can’t be is refused', async () => {
  const token = readFileSync(join(team.cmux.home, 'agents', 'boss', 'token'), 'utf8').trim()
  const body = { scope: 'agent:boss', limits: { tokens: 1 } }
  expect((await team.askAs(token, { method: 'GET', path: '/api/budgets' })).status).toBe(200)
  expect((await team.askAs(token, { method: 'PUT', path: '/api/budgets', body })).status).toBe(403)
  const refused = async (bad: unknown) => (await team.ask('PUT', '/api/budgets', bad)).status
  expect([
    await refused({ scope: 'agent:nobody', limits: { tokens: 1 } }),
    await refused({ scope: 'everybody', limits: { tokens: 1 } }),
    await refused({ scope: 'all', limits: { tokens: -1 } }),
    await refused({ scope: 'agent:boss', limits: {}, more: { usd: 1 } }),
  ]).toEqual([404, 400, 400, 409])
})

test('[O3] [O1] an agent asks for more, a person approves what they read, and it goes on', async () => {
  expect((await team.show('by-tools')).paused?.by).toBe('budget')
  const token = readFileSync(join(team.cmux.home, 'agents', 'boss', 'token'), 'utf8').trim()
  const ask = (body: unknown) => team.askAs(token, { method: 'POST', path: '/api/budgets/requests', body })
  const body = { scope: 'agent:by-tools', more: { tools: 500 }, why: 'it is nearly done' }
  const { status, json } = await ask(body)
  const { id, sha256, kind, content } = json as Approval
  expect([status, kind, content]).toEqual([
    201,
    'budget',
    'budget: agent:by-tools\nper: total\nmore tools: 500',
  ])
  expect((await ask({ ...body, scope: 'agent:nobody' })).status).toBe(404)
  expect((await ask({ ...body, more: { usd: 1 } })).status).toBe(409)
  expect((await ask({ ...body, more: {} })).status).toBe(400)

  const approve = (as: string) =>
    team.askAs(as, { method: 'POST', path: `/api/approvals/${id}/approve`, body: { sha256 } })
  expect((await approve(token)).status).toBe(403)
  expect((await approve(team.cmux.owner)).json).toMatchObject({ state: 'used', decision: { by: 'owner' } })
  await team.becomes('by-tools', 'idle', { paused: null, generation: 1 })
  const meter = (await budgetOf('agent:by-tools'))?.meters.find((each) => each.kind === 'tools')
  expect(meter?.limit).toBe(505)
  expect((await approve(team.cmux.owner)).status).toBe(409)
})

test('[O3] a task’s budget counts what its assignee uses while it works on it', async () => {
  const { json } = await team.ask('POST', '/api/tasks', {
    title: 'think',
    body: 'task this working\nthink 1500 10',
  })
  const { id } = json as { id: string }
  await set(`task:${id}`, { tokens: 2000 })
  await team.spawn('thinker')
  await team.becomes('thinker', 'idle')
  await team.prompt('thinker', 'think 5000 5')
  await expect.poll(() => usedOf('agent:thinker', 'tokens'), LONG).toBe(5005)
  expect(await usedOf(`task:${id}`, 'tokens')).toBe(0)
  await team.ask('PATCH', `/api/tasks/${id}`, { assignee: 'thinker' })
  await team.told('task.moved', { id, to: 'working' })
  for (const left of [1, 2, 3, 4]) await team.prompt('thinker', `think 1500 ${left}`)
  await usedUp(`task:${id}`)
  await team.becomes('thinker', 'paused')
  expect((await team.show('thinker')).paused?.why).toContain(`the budget of task ${id} is used up`)
  // Somebody else is to do it: it holds this one no longer.
  await team.ask('PATCH', `/api/tasks/${id}`, { state: 'canceled' })
  await team.becomes('thinker', 'idle', { paused: null })
})

test('[O3] most agents that fail on a quota at once rest until it is renewed, with one word to the owner', async () => {
  const running = (await team.list()).filter(({ desired }) => desired === 'running')
  const names = running.map(({ name }) => name)
  for (const name of names) await team.cmux.run('budget', 'set', `agent:${name}`, ...WITHOUT_LIMITS)
  for (const name of names) await team.becomes(name, 'idle', { paused: null })
  for (const name of names) await team.prompt(name, 'fail API Error: 429 rate limit reached, try again in 6s')
  const { data } = await team.told('quota.breaker', {})
  expect((data['agents'] as string[]).length).toBeGreaterThanOrEqual(Math.max(3, names.length / 2))
  const held = (await team.show(String((data['agents'] as string[])[0]))).paused
  expect(held).toMatchObject({ by: 'quota', why: expect.stringContaining('goes on at') })
  // By itself, when the time has come.
  for (const name of names) await team.until(name, ({ paused }) => paused === null)
  expect(await team.events('quota.breaker')).toHaveLength(1)
  const letters = (await team.events('message.accepted')).filter(({ data: { id } }) =>
    String(id).startsWith('notice:quota:'),
  )
  expect(letters.map((event) => event.data['to'])).toEqual(['owner'])
  expect(running.map(({ name, generation }) => [name, generation])).toEqual(
    (await team.list())
      .filter(({ name }) => names.includes(name))
      .map(({ name, generation }) => [name, generation]),
  )
})

test('[O3] twenty that all burn at once are all stopped, and counted exactly through kill -9', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `mass-${index}`)
  const before = Number(await usedOf('all', 'tokens'))
  await set('all', { tokens: before + 60_000 })
  const prompt = Array.from({ length: 30 }, () => 'run echo x\nthink 1000 200').join('\n')
  for (const name of names) await team.spawn(name, { task: prompt })
  await usedUp('all')
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  const { pid } = await team.show('mass-3')
  if (pid !== null) process.kill(pid, 'SIGKILL')
  for (const name of names)
    // On a busy machine one may go on for longer than it is given, and is ended then.
    await team.until(
      name,
      ({ status, paused }) => ['paused', 'stopped'].includes(status) && paused?.by === 'budget',
    )
  const checked = await check()
  expect(checked.agents.filter(({ same }) => !same)).toEqual([])
  for (const { agent, counted } of checked.agents)
    expect([agent, { input: counted.input, output: counted.output }]).toEqual([
      agent,
      sumConversations(team.cmux.home, agent),
    ])
})

/** What is shown and what was told, with nothing told in between: who was just held may still tell of its last turn. */
async function readAtRest() {
  let events = await team.events()
  for (;;) {
    const usage = (await team.ask('GET', '/api/usage?by=agent')).json as UsageReport
    const shown = (await team.ask('GET', '/api/budgets')).json as { items: Budget[] }
    const later = await team.events()
    if (later.length === events.length) return { usage, shown, events }
    events = later
  }
}

test('[O3] [P10] the ledger is what the history says, and what the charts show', async () => {
  // Everybody is held by now, so nothing moves while we compare.
  for (const { name, desired } of await team.list())
    if (desired === 'running') await team.until(name, ({ status }) => status === 'paused')
  const { usage, shown, events } = await readAtRest()
  const { groups, totals, prices } = usage
  expect(prices).toEqual({ date: '2026-01-01', source: 'own', trouble: null })
  for (const { name } of await team.list()) {
    const meters = shown.items.find(({ scope }) => scope === `agent:${name}`)?.meters ?? []
    const used = Object.fromEntries(meters.map((meter) => [meter.kind, meter.used]))
    const { turns, tools, restarts, wallMs, nanoUsd, ...tokens } = rebuildUsage(events, name)
    expect([name, used]).toEqual([
      name,
      {
        turns,
        tools,
        restarts,
        wallSec: wallMs / 1000,
        usd: nanoUsd / 1e9,
        tokens: tokens.input + tokens.output + tokens.cacheWrite,
      },
    ])
  }
  const all = shown.items.find(({ scope }) => scope === 'all')
  expect(all?.meters.find(({ kind }) => kind === 'tokens')?.used).toBe(totals.tokens)
  // How many had used anything before all were held is a matter of luck: of more than twenty, the last are one group.
  const users = shown.items.filter(
    ({ scope, meters }) => scope.startsWith('agent:') && meters.some(({ used }) => used > 0),
  ).length
  expect(groups.map(({ key }) => key === null)).toEqual([
    ...Array.from({ length: Math.min(users, 20) }, () => false),
    ...(users > 20 ? [true] : []),
  ])
  expect(groups.reduce((sum, group) => sum + group.totals.tokens, 0)).toBe(totals.tokens)
  expect((await team.cmux.run('budget', 'check')).code).toBe(0)
  expect((await team.cmux.run('status')).stdout).toMatch(/used today: [\d,]+ turns, [\d,]+ tokens, \$\d/)
})
