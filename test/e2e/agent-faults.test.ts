// What may befall agents from outside: a tmux that stands still or is killed, programs that never live long, too many of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
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

test('[P8] [A2] one that ends 5 times is given up on, a person is told, and `agent restart` brings it back with its count at zero', async () => {
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
  await using team = await startTeam(built, 'limits', { agents: { max: 3 } })
  const ask = (name: string) =>
    team.ask('POST', '/api/agents', { name, runtime: 'shell', args: ['sleep', '1000'] })
  const replies = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f', 'a'].map(ask))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(await team.list()).toHaveLength(3)
  const refused = replies.find(({ status }) => status !== 201)
  expect(refused?.body).toContain('as many as may be')
})
