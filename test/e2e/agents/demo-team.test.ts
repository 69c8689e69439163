// The demo, asked for by a page or by `cmux up --demo`, and what `down` leaves behind: agents that go on, or none at all.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRepository, openRepository } from '../../fixtures/git-repository.ts'
import { isRunning, startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const NAMES = ['demo-lead', 'demo-ada', 'demo-bob']

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'demo', { agents: { stopSec: 1 } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const up = (...more: string[]) => team.cmux.run('up', '--no-open', '--json', ...more)
const down = async (...more: string[]) => {
  const { code, stdout } = await team.cmux.run('down', '--json', ...more)
  expect(code).toBe(0)
  return JSON.parse(stdout) as { agents: number[] }
}
const allIdle = (more: object) => Promise.all(NAMES.map((name) => team.becomes(name, 'idle', more)))

test('[P7] the demo is for people to ask for, and never plays in somebody else’s project of that name', async () => {
  const { json } = await team.ask('POST', '/api/tokens', { role: 'observer' })
  const { secret } = json as { secret: string }
  expect((await team.askAs(secret, { method: 'POST', path: '/api/demo' })).status).toBe(403)
  const { path } = makeRepository(join(built.folder, 'theirs'))
  await team.ask('POST', '/api/projects', { path, name: 'demo' })
  const refused = await team.ask('POST', '/api/demo')
  expect([refused.status, refused.body]).toEqual([409, expect.stringContaining('project remove demo')])
  expect(await team.list()).toEqual([])
  await team.ask('DELETE', '/api/projects/demo')
})

test('[A4] a page that asks twice at once gets one demo, the same for both', async () => {
  const replies = await Promise.all([team.ask('POST', '/api/demo'), team.ask('POST', '/api/demo')])
  for (const { status, json } of replies)
    expect([status, json]).toEqual([200, { project: 'demo', agents: NAMES }])
  expect((await team.list()).map(({ name }) => name)).toEqual(NAMES)
  expect(await team.events('project.added')).toHaveLength(2)
  const log = openRepository(join(team.cmux.home, 'demo')).git('log', '--format=%an %s', 'main')
  expect(log).toBe('cmux Begin')
})

test('[A4] up --demo adds a project with a supervisor and two workers that work; said twice, it is still one', async () => {
  expect(await up('--demo')).toMatchObject({ code: 0 })
  for (const agent of NAMES) await team.told('message.moved', { to: agent, receipt: 'submitted' })
  const agents = await allIdle({ project: 'demo', runtime: 'demo' })
  expect(agents.map(({ role, branch }) => [role, branch])).toEqual([
    ['supervisor', 'agent/demo-lead'],
    ['worker', 'agent/demo-ada'],
    ['worker', 'agent/demo-bob'],
  ])
  expect(await up('--demo')).toMatchObject({ code: 0 })
  expect(await team.list()).toHaveLength(3)
  await team.told('task.moved', { assignee: 'demo-bob', to: 'completed' })
  expect(await team.events('task.added')).toHaveLength(1)
})

test('[P3] [H4] down leaves agents running, and the next up finds the same processes', async () => {
  const before = await allIdle({})
  expect(await down()).toMatchObject({ agents: [] })
  expect(await Promise.all(before.map(({ pid }) => isRunning(Number(pid))))).toEqual([true, true, true])
  expect(await up()).toMatchObject({ code: 0 })
  for (const { name, pid } of before) await team.becomes(name, 'idle', { pid, generation: 1 })
})

test('[H10] [H13] down --agents ends all of them, by force if need be, also when no server runs; up brings them back with their conversations', async () => {
  await team.prompt('demo-bob', 'ignore-term')
  const { pane } = await team.show('demo-bob')
  await expect
    .poll(() => team.tmux('capture-pane', '-p', '-t', String(pane)), { timeout: 60_000 })
    .toContain('Only SIGKILL ends me now')
  const before = await allIdle({})
  const pids = before.map(({ pid }) => Number(pid))
  await down()
  expect(new Set((await down('--agents')).agents)).toEqual(new Set(pids))
  expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, false])
  await expect(team.tmux('list-sessions')).rejects.toThrow(/no server running|error connecting/)
  expect(await up()).toMatchObject({ code: 0 })
  for (const { name, conversation } of before)
    await team.becomes(name, 'idle', { generation: 2, conversation })
  await team.becomes('demo-lead', 'idle')
  expect((await down('--agents')).agents).toHaveLength(3)
})
