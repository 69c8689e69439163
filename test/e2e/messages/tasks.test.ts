// Tasks with real demo agents under a whole cmux: given as mail, worked on, reported, and taken over when an agent or the
// server dies.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { TaskView } from '../../../src/protocol/tasks/task.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam

beforeAll(async () => {
  built = await buildCmux()
  // One that ends by itself is not brought back.
  team = await startTeam(built, 'tasks', { agents: { restarts: 0, stopSec: 1 } })
  await team.spawn('lead', { role: 'supervisor' })
  await team.spawn('ben')
  await team.becomes('lead', 'idle')
  await team.becomes('ben', 'idle')
})

afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const add = async (request: Record<string, unknown>) => {
  const reply = await team.ask('POST', '/api/tasks', request)
  if (reply.status !== 201) throw new Error(reply.body)
  return reply.json as TaskView
}
const show = async (id: string) => (await team.ask('GET', `/api/tasks/${id}`)).json as TaskView
const change = (id: string, body: Record<string, unknown>, token = team.cmux.owner) =>
  team.askAs(token, { method: 'PATCH', path: `/api/tasks/${id}`, body })
const becomes = (id: string, expected: Record<string, unknown>) =>
  vi.waitFor(async () => {
    const task = await show(id)
    expect(task).toMatchObject(expected)
    return task
  }, LIMIT)

const cli = async (...args: string[]) => {
  const { code, stdout, stderr } = await team.cmux.run('task', ...args)
  if (code !== 0) throw new Error(stderr)
  return stdout
}

const inboxOf = async (name: string) =>
  (
    (await team.ask('GET', `/api/messages?agent=${name}&limit=1000`)).json as { items: Message[] }
  ).items.filter(({ to }) => to === name)
const gets = (name: string, from: string, subject: string) =>
  vi.waitFor(async () => {
    const found = (await inboxOf(name)).filter((mail) => mail.from === from && mail.subject === subject)
    expect(found).toHaveLength(1)
    return found[0] as Message
  }, LIMIT)

const hire = async (name: string) => {
  await team.spawn(name)
  return team.becomes(name, 'idle')
}
/** As the one that runs now has it. */
const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()

/** How often an agent was shown a message, by its own record. */
function timesShown(agent: string, id: string): number {
  const folder = join(team.cmux.home, 'agents', agent)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const prompts = files
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.includes('"type":"user"'))
  return prompts.flatMap((line) => line.split(` id: ${id} `).slice(1)).length
}

const killLeader = async () => process.kill((await team.cmux.family()).leader, 'SIGKILL')
/** While servers come and go, an answer may be lost: the same question again. */
const insist = (method: string, path: string, body?: unknown) =>
  vi.waitFor(async () => {
    const reply = await team.ask(method, path, body)
    expect(reply.status).toBeLessThan(300)
    return reply.json as TaskView
  }, LIMIT)

const asAgent = (name: string, ...args: string[]) =>
  built.runWith(
    {
      CMUX_URL: `http://127.0.0.1:${team.cmux.port}`,
      CMUX_TOKEN_FILE: join(team.cmux.home, 'agents', name, 'token'),
    },
    'task',
    ...args,
  )

const LONG = 'task this working at it\nwait 300'

describe('a task', () => {
  test('[T1] [T3] goes round: added, arrives as mail, is worked on, and its result comes back', async () => {
    const text = ['--body', 'say hello\nwrite hello.txt hi', '--to', 'ben', '--priority', 'high', '--json']
    const { id } = JSON.parse(await cli('add', 'greet', ...text)) as TaskView
    const task = await becomes(id, { state: 'completed', result: 'done', assignee: 'ben', generation: 1 })
    expect(task.history.map(({ actor, state, assignee }) => [actor, state, assignee])).toEqual([
      ['owner', 'submitted', null],
      ['owner', 'submitted', 'ben'],
      ['agent:ben', 'completed', 'ben'],
    ])
    expect(task.message).toBe(`task:${id}:1`)
    const mail = await vi.waitFor(async () => {
      const found = (await inboxOf('ben')).find((message) => message.id === task.message)
      expect(found).toMatchObject({ from: 'owner', subject: 'greet', receipt: 'seen' })
      return found as Message
    }, LIMIT)
    expect(mail.body).toContain(`cmux task update ${id} --state completed --result`)
    expect(timesShown('ben', mail.id)).toBe(1)
    await gets('owner', 'ben', 'completed: greet')
    const shown = await cli('show', id)
    for (const part of ['greet', 'completed, priority high', `task:${id}:1`, 'result: done', 'agent:ben'])
      expect(shown).toContain(part)
  })

  test('[T2] waits for those before it; a parent for its children', async () => {
    const parent = await add({ title: 'whole' })
    const first = await add({ title: 'first', body: 'wait 3', assignee: 'ben', parent: parent.id })
    const body = { title: 'second', body: 'say two', assignee: 'ben', parent: parent.id, after: [first.id] }
    const second = await add(body)
    expect(second).toMatchObject({ message: null, waitsFor: [first.id] })
    const list = await cli('list')
    expect(list.split('\n').map((line) => /^(\s*\S+)/.exec(line)?.[1])).toEqual(
      expect.arrayContaining(['TASK', 'whole', '  first', '  second']),
    )
    const early = await change(parent.id, { state: 'completed' })
    expect([early.status, errorCode(early)]).toEqual([409, 'CONFLICT'])
    await becomes(second.id, { state: 'completed' })
    const done = await team.told('task.moved', { id: first.id, to: 'completed' })
    const handed = await team.told('task.handed_over', { id: second.id })
    expect(handed.seq).toBeGreaterThan(done.seq)
    expect((await change(parent.id, { state: 'completed' })).status).toBe(200)
    expect(await cli('list', '--to', 'ben')).toContain('no open tasks')
    expect(await cli('list', '--state', 'completed')).toContain('second')
  })

  test('[T2] that is canceled takes its children with it, and whoever works on one is told', async () => {
    await hire('cleo')
    const parent = await add({ title: 'plan' })
    const child = await add({ title: 'step', body: LONG, assignee: 'cleo', parent: parent.id })
    await becomes(child.id, { state: 'working' })
    expect(await cli('cancel', parent.id, '--reason', 'no longer wanted')).toContain('is canceled')
    await becomes(child.id, { state: 'canceled' })
    await gets('cleo', 'system', 'not yours any more: step')
    const late = await change(child.id, { state: 'completed', result: 'did it' }, tokenOf('cleo'))
    expect(late.json).toMatchObject({ state: 'canceled', result: null })
    expect((late.json as TaskView).history.at(-1)?.note).toBe(
      'completed, says cleo, after it was canceled\ndid it',
    )
    await team.ask('DELETE', '/api/agents/cleo')
  })
})

describe('an agent that dies', () => {
  test('[T4] leaves its task to others, once; its own late word is taken while nobody has finished', async () => {
    const { pid } = await hire('anna')
    const { id } = await add({ title: 'long', body: LONG, assignee: 'anna' })
    await becomes(id, { state: 'working', assignee: 'anna' })
    const token = tokenOf('anna')
    process.kill(Number(pid), 'SIGKILL')
    await becomes(id, { state: 'submitted', assignee: null, offers: 1, message: null })
    await gets('lead', 'system', 'to be done by somebody else: long')
    await hire('dora')
    expect(await cli('assign', id, 'dora')).toContain('sent to dora')
    await becomes(id, { state: 'working', assignee: 'dora' })
    const report = { state: 'completed', result: 'it was nearly done' }
    const first = await change(id, report, token)
    expect(first.json).toMatchObject({ state: 'completed', result: report.result })
    // Once more, after a lost answer.
    expect((await change(id, report, token)).json).toEqual(first.json)
    expect((first.json as TaskView).history.at(-1)).toMatchObject({
      actor: 'agent:anna',
      note: 'completed, says anna, who had it before',
    })
    await gets('dora', 'system', 'not yours any more: long')
    await gets('owner', 'anna', 'completed: long')
  })

  test('[T4] is not believed when somebody else has done it; what it says is kept', async () => {
    await team.ask('DELETE', '/api/agents/dora')
    await hire('ivo')
    const { id } = await add({ title: 'twice', body: LONG, assignee: 'ivo' })
    await becomes(id, { state: 'working' })
    const token = tokenOf('ivo')
    await team.ask('POST', '/api/agents/ivo/stop')
    await becomes(id, { assignee: null, offers: 1 })
    await change(id, { assignee: 'ben' })
    await becomes(id, { state: 'working', assignee: 'ben' })
    await change(id, { state: 'completed', result: 'by ben' }, tokenOf('ben'))
    const late = await change(id, { state: 'completed', result: 'by ivo' }, token)
    expect(late.json).toMatchObject({ state: 'completed', result: 'by ben', assignee: 'ben' })
    expect((late.json as TaskView).history.at(-1)?.note).toBe(
      'completed, says ivo, who had it before\nby ivo',
    )
    // Also when there is no process to be stopped.
    const idle = await add({ title: 'never begun', assignee: 'anna' })
    await team.ask('POST', '/api/agents/anna/stop')
    await becomes(idle.id, { state: 'submitted', assignee: null, offers: 1 })
    await team.ask('POST', '/api/agents/ben/interrupt')
    await team.becomes('ben', 'idle')
  })

  test('[T4] twice over the same task: it fails, and a person is told', async () => {
    await hire('eva')
    await hire('fred')
    const { id } = await add({ title: 'deadly', body: 'crash 3', assignee: 'eva' })
    await becomes(id, { state: 'submitted', assignee: null, offers: 1 })
    await change(id, { assignee: 'fred' })
    const task = await becomes(id, { state: 'failed', assignee: null, offers: 2 })
    expect(task.history.at(-1)?.note).toContain(
      'the second agent that had it ended: fred is not started again',
    )
    await gets('owner', 'system', 'two agents ended over a task: deadly')
    expect(await team.events('task.offered_again')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ data: expect.objectContaining({ id, agent: 'eva' }) }),
      ]),
    )
  })

  test('[T4] that is removed leaves its task, too, and no mail dies of it', async () => {
    await hire('gina')
    const { id } = await add({ title: 'left', body: LONG, assignee: 'gina' })
    await becomes(id, { state: 'working' })
    const waiting = await add({ title: 'unread', assignee: 'gina' })
    expect((await team.ask('DELETE', '/api/agents/gina')).status).toBe(200)
    for (const each of [id, waiting.id])
      await becomes(each, { state: 'submitted', assignee: null, offers: 1 })
    // One that has no process any more, too.
    const idle = await add({ title: 'nor this', assignee: 'eva' })
    expect((await team.ask('DELETE', '/api/agents/eva')).status).toBe(200)
    await becomes(idle.id, { state: 'submitted', assignee: null, offers: 1 })
    const about = (await inboxOf('owner')).filter(({ subject }) =>
      /(?:gina|eva) could not be/.test(subject ?? ''),
    )
    expect(about).toEqual([])
  })

  test('[T4] that comes back keeps its task; what its earlier start says late is taken as late', async () => {
    await hire('hugo')
    const { id } = await add({ title: 'mine', body: LONG, assignee: 'hugo' })
    await becomes(id, { state: 'working', generation: 1 })
    const early = tokenOf('hugo')
    await team.ask('POST', '/api/agents/hugo/restart', {})
    await team.becomes('hugo', 'idle', { generation: 2 })
    expect(await show(id)).toMatchObject({ state: 'working', assignee: 'hugo', offers: 0 })
    const vague = await change(id, { state: 'failed', note: 'killed' }, early)
    expect(vague.json).toMatchObject({ state: 'working' })
    const late = await change(id, { state: 'completed', result: 'just before' }, early)
    expect(late.json).toMatchObject({ state: 'completed', result: 'just before' })
    expect((late.json as TaskView).history.slice(-2).map(({ note }) => note)).toEqual([
      'failed, says an earlier start of hugo: killed',
      'completed, says an earlier start of hugo',
    ])
    await gets('hugo', 'system', 'not yours any more: mine')
  })
})

describe('a server that is killed', () => {
  test('[T1] [T3] [P1] at any step: each task is handed over once and done once, in order', async () => {
    await team.becomes('ben', 'idle')
    const [first, second] = ['1', '2'].map((digit) => `tsk_${digit.repeat(26)}`) as [string, string]
    await insist('POST', '/api/tasks', { id: first, title: 'one', body: 'say one\nwait 5', assignee: 'ben' })
    await killLeader()
    const after = { id: second, title: 'two', body: 'say two', assignee: 'ben', after: [first] }
    await insist('POST', '/api/tasks', after)
    await team.told('message.moved', { id: `task:${first}:1`, receipt: 'submitted' })
    await killLeader()
    await vi.waitFor(async () => expect(await show(first)).toMatchObject({ state: 'completed' }), LIMIT)
    await killLeader()
    await vi.waitFor(async () => expect(await show(second)).toMatchObject({ state: 'completed' }), LIMIT)
    for (const id of [first, second]) {
      const { history } = await insist('GET', `/api/tasks/${id}`)
      expect(history.map(({ actor, state }) => `${actor} ${state}`)).toEqual([
        'owner submitted',
        'owner submitted',
        'agent:ben completed',
      ])
      expect(timesShown('ben', `task:${id}:1`)).toBe(1)
    }
  })
})

describe('who may', () => {
  test('[P7] an agent speaks on the command line in its own name, with what it may', async () => {
    const own = await asAgent('lead', 'add', 'handed out', '--to', 'ben', '--body', 'say yes', '--json')
    const { id, createdBy } = JSON.parse(own.stdout) as TaskView
    expect(createdBy).toBe('lead')
    await becomes(id, { state: 'completed' })
    await gets('lead', 'ben', 'completed: handed out')
    // Its own program leaves it alone: it stops at the first word.
    const free = await add({ title: 'free', body: 'fail at it' })
    expect((await asAgent('ben', 'assign', free.id, 'lead')).code).toBe(4)
    expect((await asAgent('ben', 'update', free.id, '--state', 'completed')).code).toBe(4)
    expect((await asAgent('ben', 'add', 'x', '--to', 'lead')).stderr).toContain('no supervisor')
    expect((await asAgent('ben', 'assign', free.id, 'ben')).code).toBe(0)
    expect((await asAgent('ben', 'update', free.id, '--state', 'completed', '--result', 'ok')).code).toBe(0)
    expect(await show(free.id)).toMatchObject({ state: 'completed', result: 'ok' })
  })

  test('[P7] nobody sends under the names that cmux gives to its own mail', async () => {
    const ids = ['task:tsk_1:2', 'notice:x:owner', 'task-news:tsk_1:1']
    const replies = await Promise.all(
      ids.map((id) => team.ask('POST', '/api/messages', { id, to: 'owner', body: 'me first' })),
    )
    expect(replies.map(errorCode)).toEqual(['BAD_REQUEST', 'BAD_REQUEST', 'BAD_REQUEST'])
  })
})
