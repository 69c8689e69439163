// What may befall agents from outside: a tmux that stands still or is killed, programs that never live long, too many of them.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
})
afterAll(() => built[Symbol.dispose]())

const NAMES = ['anna', 'bert', 'cora', 'dora', 'emil']

test('[P9] [H13] a tmux that stands still makes everybody unknown and nobody dead; killed, all come back, the supervisor first, a few at a time', async () => {
  await using team = await startTeam(built, 'tmux', { agents: { startsAtOnce: 2, backOffSec: [0, 0.1] } })
  for (const name of NAMES) await team.spawn(name, { task: `say I am ${name}` })
  await team.spawn('zoe', { role: 'supervisor', task: 'say I am zoe' })
  const all = [...NAMES, 'zoe']
  for (const name of all) await team.told('message.moved', { to: name, receipt: 'submitted' })
  const before = await Promise.all(all.map((name) => team.becomes(name, 'idle')))

  const pid = await team.tmuxPid()
  process.kill(pid, 'SIGSTOP')
  try {
    for (const name of all) await team.becomes(name, 'unknown')
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  for (const { name, pid: same, pane } of before)
    await team.becomes(name, 'idle', { pid: same, pane, generation: 1 })
  expect(await team.events('agent.ended')).toEqual([])

  process.kill(pid, 'SIGKILL')
  for (const { name, conversation } of before)
    await team.becomes(name, 'idle', { generation: 2, conversation, desired: 'running' })
  const history = await team.events()
  const again = history.filter(({ type, data }) => type === 'agent.started' && data['generation'] === 2)
  expect(again.map(({ data }) => data['resumes'])).toEqual(all.map(() => true))
  // She was registered last, and would be the last two's; her process may end a moment after the others'.
  expect(again.findIndex(({ data }) => data['agent'] === 'zoe')).toBeLessThan(3)
  expect(mostAtOnce(history)).toBeLessThanOrEqual(2)
  const { pane } = await team.show('cora')
  expect(await team.tmux('capture-pane', '-p', '-t', String(pane))).toContain('I am cora')
})

/** Between its start and its first word, an agent is starting. */
function mostAtOnce(history: readonly { type: string; data: Record<string, unknown> }[]): number {
  const starting = new Set<unknown>()
  let most = 0
  for (const { type, data } of history) {
    if (type === 'agent.started') starting.add(data['agent'])
    if (type === 'agent.status' && data['to'] !== 'starting') starting.delete(data['agent'])
    most = Math.max(most, starting.size)
  }
  return most
}

test('[P8] one that ends 5 times is given up on, a person is told, and `agent restart` brings it back with its count at zero', async () => {
  await using team = await startTeam(built, 'crashes', { agents: { backOffSec: [0], restarts: 5 } })
  await team.spawn('anna', { task: 'say hello' })
  await team.told('message.moved', { to: 'anna', receipt: 'submitted' })
  for (let generation = 1; generation <= 6; generation += 1) {
    await team.becomes('anna', 'idle', { generation })
    await team.prompt('anna', 'crash')
    await team.told('agent.ended', { agent: 'anna', generation, end: 'ended with status 1' })
  }
  await team.told('agent.needs_person', { agent: 'anna', hint: 'cmux agent restart anna' })
  await team.becomes('anna', 'dead', { generation: 6 })
  expect(await team.cmux.run('agent', 'restart', 'anna')).toMatchObject({ code: 0 })
  await team.becomes('anna', 'idle', { generation: 7 })
  await team.prompt('anna', 'crash')
  await team.becomes('anna', 'idle', { generation: 8 })
})

test('[A10] no more agents than may be, however many ask at the same time', async () => {
  await using team = await startTeam(built, 'limits', { agents: { max: 4, maxPerProject: 2 } })
  const shop = makeRepository(join(built.folder, 'shop'))
  const mill = makeRepository(join(built.folder, 'mill'))
  for (const { path } of [shop, mill])
    expect(await team.ask('POST', '/api/projects', { path })).toMatchObject({ status: 201 })
  const ask = (name: string, project: string) =>
    team.ask('POST', '/api/agents', { name, project, runtime: 'shell', args: ['sleep', '1000'] })
  const spawn = (name: string, project: string) =>
    team.cmux.run('agent', 'spawn', name, '--project', project, '--runtime', 'shell', '--', 'sleep', '1000')
  const inShop = await Promise.all(['a', 'b', 'c', 'd', 'a'].map((name) => ask(name, 'shop')))
  expect(inShop.filter(({ status }) => status === 201)).toHaveLength(2)
  expect(await spawn('e', 'shop')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('shop has 2 agents, as many as may be (LIMIT_REACHED)'),
  })
  const inMill = await Promise.all(['f', 'g'].map((name) => ask(name, 'mill')))
  expect(inMill.map(({ status }) => status)).toEqual([201, 201])
  expect(await spawn('h', 'mill')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('there are 4 agents, as many as may be (LIMIT_REACHED)'),
  })
  expect((await team.list()).map(({ project }) => project)).toEqual(['shop', 'shop', 'mill', 'mill'])
  const [gone] = await team.list()
  expect(await team.cmux.run('agent', 'remove', String(gone?.name))).toMatchObject({ code: 0 })
  expect(await spawn('h', 'shop')).toMatchObject({ code: 0 })
})
