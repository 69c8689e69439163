// Agents with real processes: the demo agent in a tmux of our own, under a whole cmux.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isRunning, startTeam, type AgentTeam, type ShownAgent } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantProgram } from '../../fixtures/plant-program.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'agents', {
    agents: { restarts: 100, backOffSec: [0, 0.1], stopSec: 1 },
    // A program that comes and goes, and a key that says it is logged in.
    environment: {
      PATH: `${join(built.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      OPENROUTER_API_KEY: 'none',
    },
  })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

describe('who is an agent', () => {
  test('[A1] a window opened by hand never is', async () => {
    await team.spawn('anna')
    await team.becomes('anna', 'idle')
    await team.tmux('new-window', '-d', '-n', 'anna', 'sleep', '1000')
    await team.spawn('bert')
    await team.becomes('bert', 'idle')
    expect((await team.list()).map(({ name }) => name)).toEqual(['anna', 'bert'])
    expect(await team.tmux('list-windows', '-F', '#{window_name}')).toContain('anna\n')
  })

  test('[A1] one whose window is renamed stays the same', async () => {
    const { pane, pid, generation } = await team.show('anna')
    await team.tmux('rename-window', '-t', String(pane), 'somebody; else')
    await team.prompt('anna', 'say still here')
    await team.until('anna', ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
    expect(await team.show('anna')).toMatchObject({ pane, pid, generation, status: 'idle' })
  })
})

describe('an agent whose process ends', () => {
  test('[A2] is dead with its exit status, and comes back with its conversation', async () => {
    await team.spawn('cora', { task: 'say I remember' })
    const before = await team.until('cora', ({ evidence }) =>
      evidence.some(({ says }) => says === 'ended its turn'),
    )
    await team.prompt('cora', 'crash 7')
    await team.told('agent.ended', { agent: 'cora', generation: 1, end: 'ended with status 7' })
    await team.told('agent.status', { agent: 'cora', to: 'dead' })
    const after = await team.becomes('cora', 'idle', { generation: 2 })
    expect(after).toMatchObject({
      conversation: before.conversation,
      pid: expect.not.toBeOneOf([before.pid]),
    })
    expect(await team.tmux('capture-pane', '-p', '-t', String(after.pane))).toContain('I remember')
  })
})

describe('what can be asked of an agent', () => {
  test('[A7] a restart keeps its conversation; with --fresh it begins a new one', async () => {
    await team.spawn('dora', { task: 'say first words' })
    const first = await finished('dora')
    expect(await team.cmux.run('agent', 'restart', 'dora')).toMatchObject({ code: 0 })
    const second = await team.becomes('dora', 'idle', { generation: 2 })
    expect(second.conversation).toBe(first.conversation)
    expect(await screenOf(second)).toContain('first words')
    expect(await team.cmux.run('agent', 'restart', 'dora', '--fresh')).toMatchObject({ code: 0 })
    const third = await team.becomes('dora', 'idle', { generation: 3 })
    expect(third.conversation).not.toBe(first.conversation)
    expect(await screenOf(third)).not.toContain('first words')
    expect(third.generations.map(({ generation, end }) => [generation, end === null])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
  })

  test('[A7] stop ends its process for good, by force if need be, and restart brings it back', async () => {
    await team.spawn('emil', { task: 'ignore-term' })
    const { pid } = await finished('emil')
    expect(await team.cmux.run('agent', 'stop', 'emil')).toMatchObject({ code: 0 })
    await team.told('agent.ended', { agent: 'emil', end: 'ended by signal 9', asked: 'stop' })
    await team.becomes('emil', 'stopped', { pid: null })
    expect(await isRunning(Number(pid))).toBe(false)
    await team.ask('POST', '/api/agents/emil/restart', {})
    await team.becomes('emil', 'idle', { generation: 2 })
  })

  test('[A7] an interrupt ends its turn and nothing else', async () => {
    await team.spawn('fred', { task: 'wait 10000' })
    const { pid } = await team.becomes('fred', 'working')
    expect(await team.cmux.run('agent', 'interrupt', 'fred')).toMatchObject({ code: 0 })
    await team.becomes('fred', 'idle', { pid, generation: 1 })
  })

  test('[A7] clear begins a new conversation in the same process, and waits for its turn to end', async () => {
    await team.spawn('gina', { task: 'wait 10000' })
    const before = await team.becomes('gina', 'working')
    const refused = await team.cmux.run('agent', 'clear', 'gina')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('does not wait for a prompt') })
    await team.ask('POST', '/api/agents/gina/interrupt')
    await team.becomes('gina', 'idle')
    await vi.waitFor(
      async () => expect(await team.cmux.run('agent', 'clear', 'gina')).toMatchObject({ code: 0 }),
      { timeout: 20_000 },
    )
    const after = await team.until('gina', ({ conversation }) => conversation !== before.conversation)
    expect([after.pid, after.generation]).toEqual([before.pid, before.generation])
  })

  test('[P6] [A7] remove keeps commits and uncommitted files in the project, and its token is dead at once', async () => {
    const shop = makeRepository(join(built.folder, 'shop'))
    expect(await team.ask('POST', '/api/projects', { path: shop.path })).toMatchObject({ status: 201 })
    const task = 'write done.txt finished\ncommit Finish it\nwrite half.txt not yet'
    await team.spawn('hans', { project: 'shop', task })
    const { pid, branch } = await finished('hans')
    const token = readFileSync(join(team.cmux.home, 'agents', 'hans', 'token'), 'utf8').trim()
    const asHans = () => team.askAs(token, { path: '/api/agents' })
    expect(await asHans()).toMatchObject({ status: 200 })
    const removed = await team.cmux.run('agent', 'remove', 'hans')
    expect(removed).toMatchObject({ code: 0, stdout: expect.stringContaining('kept in the project') })
    expect(await asHans()).toMatchObject({ status: 401 })
    expect([branch, shop.git('show', 'agent/hans:done.txt')]).toEqual(['agent/hans', 'finished'])
    expect(shop.git('stash', 'list')).toContain('hans')
    expect(shop.git('show', 'stash@{0}:half.txt')).toBe('not yet')
    expect(await isRunning(Number(pid))).toBe(false)
    expect(await team.ask('GET', '/api/agents/hans')).toMatchObject({ status: 404 })
    expect(await team.tmux('list-windows', '-F', '#{window_name}')).not.toContain('hans')
  })
})

const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()
const send = (token: string) =>
  team.askAs(token, { method: 'POST', path: '/api/messages', body: { to: 'owner', body: 'still here' } })
const spawnAs = (token: string, name: string) =>
  team.askAs(token, { method: 'POST', path: '/api/agents', body: { name, runtime: 'demo' } })
const hook = (token: string, event: string, body: object) =>
  team.askAs(token, { method: 'POST', path: `/api/hooks/demo/${event}`, body })
const statuses = async (...replies: Promise<{ status: number }>[]) =>
  (await Promise.all(replies)).map(({ status }) => status)

describe('the token of an agent', () => {
  test('[S9] ends when it is told to stop, before its process is gone; so it does for a supervisor that spawns', async () => {
    await team.spawn('kim', { task: 'ignore-term' })
    await team.spawn('lea', { role: 'supervisor' })
    const { pid } = await finished('kim')
    await team.becomes('lea', 'idle')
    const [kim, lea] = [tokenOf('kim'), tokenOf('lea')]
    expect(await statuses(send(kim), send(lea), spawnAs(lea, 'lotte'))).toEqual([201, 201, 201])
    for (const name of ['kim', 'lea']) await team.ask('POST', `/api/agents/${name}/stop`)
    expect(await isRunning(Number(pid))).toBe(true)
    expect(await statuses(send(kim), send(lea), spawnAs(lea, 'luise'))).toEqual([401, 401, 401])
    for (const name of ['kim', 'lea']) await team.becomes(name, 'stopped', { pid: null })
    expect(await statuses(send(kim), send(lea), spawnAs(lea, 'luise'))).toEqual([401, 401, 401])
    expect(await team.ask('GET', '/api/agents/luise')).toMatchObject({ status: 404 })
  })

  test('[S9] [P2] takes no mail, no leave and no task of others with it, once it has ended', async () => {
    const [kim, lea] = [tokenOf('kim'), tokenOf('lea')]
    const sent = await team.ask('POST', '/api/messages', { to: 'kim', body: 'for its next start' })
    const { id } = sent.json as { id: string }
    for (const event of ['Stop', 'UserPromptSubmit'])
      expect((await hook(kim, event, { prompt: 'x' })).json).toEqual({})
    expect((await team.message(id)).receipt).toBe('accepted')
    expect(await team.show('kim')).toMatchObject({ status: 'stopped' })
    const tool = { tool_name: 'Bash', tool_use_id: 'late-1', tool_input: { command: 'ls' } }
    expect(JSON.stringify((await hook(kim, 'PreToolUse', tool)).json)).toContain('kim is stopped')
    const task = (await team.ask('POST', '/api/tasks', { title: 'not its own' })).json as { id: string }
    const change = (body: object) => team.askAs(lea, { method: 'PATCH', path: `/api/tasks/${task.id}`, body })
    expect(await statuses(change({ state: 'canceled' }), change({ assignee: 'lea' }))).toEqual([403, 403])
  })

  test('[S9] ends with a restart at once, and with a process that is killed', async () => {
    await team.spawn('mia')
    await team.becomes('mia', 'idle')
    const first = tokenOf('mia')
    await team.ask('POST', '/api/agents/mia/restart', {})
    const { pid } = await team.becomes('mia', 'idle', { generation: 2 })
    const second = tokenOf('mia')
    expect(await statuses(send(first), send(second))).toEqual([401, 201])
    process.kill(Number(pid), 'SIGKILL')
    await team.becomes('mia', 'idle', { generation: 3 })
    expect(await statuses(send(second), send(tokenOf('mia')))).toEqual([401, 201])
  })

  test('[S9] ends although the server is killed between the stop and the end of the process', async () => {
    await team.spawn('nora', { task: 'ignore-term' })
    const { pid } = await finished('nora')
    const token = tokenOf('nora')
    await team.ask('POST', '/api/agents/nora/stop')
    process.kill((await team.cmux.family()).leader, 'SIGKILL')
    await vi.waitFor(async () => expect(await statuses(send(token))).toEqual([401]), { timeout: 30_000 })
    await team.becomes('nora', 'stopped', { pid: null })
    expect([await isRunning(Number(pid)), ...(await statuses(send(token)))]).toEqual([false, 401])
  })
})

describe('a runtime that is not there', () => {
  test('[A4] is refused at the spawn, with a hint and without an agent or a window', async () => {
    const refused = await team.cmux.run('agent', 'spawn', 'ida', '--runtime', 'opencode')
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('npm install -g opencode-ai') })
    expect(await team.ask('GET', '/api/agents/ida')).toMatchObject({ status: 404 })
  })

  test('[A4] one that goes away is said to be missing, with the hint, and no window dies of it', async () => {
    const program = plantProgram(join(built.folder, 'bin'), 'opencode')
    await team.spawn('jon', { runtime: 'opencode' })
    await team.until('jon', ({ pid }) => pid !== null)
    rmSync(program)
    await team.ask('POST', '/api/agents/jon/restart', {})
    const why = 'opencode is not on the PATH'
    await team.told('agent.needs_person', {
      agent: 'jon',
      why,
      hint: 'install it: npm install -g opencode-ai',
    })
    // It is dead before anybody has looked why.
    const isExplained = ({ evidence }: ShownAgent) => evidence.some(({ says }) => says.includes(why))
    expect(await team.until('jon', isExplained)).toMatchObject({ status: 'dead', pid: null })
  })
})

const finished = (name: string) =>
  team.until(name, ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
const screenOf = ({ pane }: ShownAgent) => team.tmux('capture-pane', '-p', '-t', String(pane))
