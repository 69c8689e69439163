// The kill switch with real processes: what is paused stops within a tool call, stays so whatever is killed, and goes on when
// a person says so.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'pause', { agents: { stopSec: 0.5, backOffSec: [0] } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()
const screenOf = async (name: string) =>
  team.tmux('capture-pane', '-p', '-S', '-', '-t', String((await team.show(name)).pane))
const send = async (to: string, body: string) =>
  ((await team.ask('POST', '/api/messages', { to, body })).json as Message).id
const mailTo = async (name: string) => {
  const { json } = await team.ask('GET', `/api/messages?agent=${name}`)
  return (json as { items: Message[] }).items.filter(({ to }) => to === name)
}
const LONG = { timeout: 30_000 }
const waitsForResume = async (id: string) => {
  await expect.poll(async () => (await team.message(id)).waitsFor, LONG).toBe('it is paused')
}
/** Calls of a tool that were carried out after that event. */
const usedAfter = async (name: string, seq: number) =>
  (await team.events('tool.ended')).filter(
    ({ seq: at, data }) => at > seq && data['agent'] === name && data['failure'] === null,
  ).length

test('[O3] one that goes in circles is stopped within one tool call, says why, and is told to go on', async () => {
  await team.spawn('anna', { task: 'loop' })
  await team.told('tool.ended', { agent: 'anna' })
  const { code, stdout } = await team.cmux.run('pause', 'anna', '--why', 'too fast')
  expect([code, stdout]).toEqual([0, expect.stringContaining('paused by owner: too fast')])
  const { seq, actor } = await team.told('agent.paused', { agent: 'anna', why: 'too fast' })
  expect(actor).toBe('owner')
  const agent = await team.becomes('anna', 'paused', { generation: 1 })
  expect(agent.paused).toMatchObject({ by: 'owner', why: 'too fast' })
  expect(agent.evidence.map(({ says }) => says)).toContain('paused by owner: too fast')
  expect((await team.cmux.run('agent', 'list')).stdout).toMatch(/anna +paused .*paused by owner: too fast/)
  expect(await usedAfter('anna', seq)).toBeLessThanOrEqual(1)

  await team.cmux.run('resume', 'anna')
  await team.told('agent.resumed', { agent: 'anna' })
  await expect.poll(() => screenOf('anna'), LONG).toContain('go on where you were')
  await team.becomes('anna', 'idle', { paused: null, generation: 1 })
  expect((await mailTo('anna')).filter(({ from }) => from === 'system')).toHaveLength(1)
})

test('[O3] [P2] mail that is sent meanwhile says what it waits for, and arrives once', async () => {
  await team.spawn('bert')
  await team.becomes('bert', 'idle')
  await team.ask('POST', '/api/agents/bert/pause', {})
  await team.becomes('bert', 'paused')
  const id = await send('bert', 'say first word')
  await waitsForResume(id)
  // A person at the terminal is no exception.
  await team.prompt('bert', 'say typed word')
  await expect.poll(() => screenOf('bert'), LONG).toContain('the prompt was not taken')
  expect(await team.message(id)).toMatchObject({ receipt: 'accepted', attempts: 0 })

  await team.ask('POST', '/api/agents/bert/resume')
  await team.reaches(id, 'seen')
  await team.becomes('bert', 'idle')
  expect((await screenOf('bert')).match(/^● first word/gm)).toHaveLength(1)
  expect(await screenOf('bert')).not.toContain('● typed word')
  // It was in the middle of nothing: there is nothing to go on with.
  expect(await mailTo('bert')).toHaveLength(1)
})

test('[O3] kill -9 of the server, the watchdog and the agent leaves it paused, and without work', async () => {
  await team.spawn('carl', { task: 'loop' })
  await team.told('tool.ended', { agent: 'carl' })
  await team.ask('POST', '/api/agents/carl/pause', {})
  const { pid } = await team.becomes('carl', 'paused', { generation: 1 })
  const id = await send('carl', 'say after all')

  process.kill(Number(pid), 'SIGKILL')
  const back = await team.becomes('carl', 'paused', { generation: 2 })
  expect(back.paused).toMatchObject({ by: 'owner' })
  process.kill((await team.cmux.family()).leader, 'SIGKILL')
  await team.cmux.family()
  const { pid: second } = await team.becomes('carl', 'paused', { generation: 2 })
  const before = await team.cmux.family()
  for (const each of [before.watchdog, before.leader, before.standby, Number(second)])
    process.kill(each, 'SIGKILL')
  await team.cmux.run('up', '--no-open')
  const { seq } = await team.told('agent.paused', { agent: 'carl' })
  await team.becomes('carl', 'paused', { generation: 3 })
  await waitsForResume(id)
  expect(await team.message(id)).toMatchObject({ receipt: 'accepted', attempts: 0 })
  expect(await usedAfter('carl', seq)).toBeLessThanOrEqual(1)

  await team.cmux.run('resume', 'carl')
  await team.reaches(id, 'seen')
  expect((await screenOf('carl')).match(/^● after all/gm)).toHaveLength(1)
})

test('[O3] all at once, with a plain program that is not begun anew, and all go on', async () => {
  await team.spawn('dora', { task: 'loop' })
  await team.spawn('emil', { task: 'wait 600' })
  await team.spawn('prog', { runtime: 'shell', args: ['sh', '-c', 'while :; do echo x; sleep 0.2; done'] })
  for (const name of ['dora', 'emil', 'prog']) await team.becomes(name, 'working')
  expect((await team.cmux.run('pause')).code).toBe(2)
  expect((await team.cmux.run('pause', '--all')).stdout).toMatch(/^paused .*dora, emil, prog/)
  for (const name of ['anna', 'dora', 'emil', 'prog']) await team.becomes(name, 'paused')
  expect((await team.show('prog')).pid).toBeNull()
  expect((await team.cmux.run('pause', '--all')).stdout).toContain('no agent is left to pause')

  const { stdout } = await team.cmux.run('resume', '--all')
  expect(stdout).toMatch(/^resumed .*dora, emil, prog/)
  await team.becomes('prog', 'working', { generation: 2 })
  for (const name of ['dora', 'emil']) await team.becomes(name, 'idle', { paused: null, generation: 1 })
})

test('[P7] an agent’s token may neither pause nor resume, and a paused supervisor brings nobody', async () => {
  await team.spawn('boss', { role: 'supervisor' })
  await team.becomes('boss', 'idle')
  await team.ask('POST', '/api/agents/boss/pause', {})
  const asBoss = async (path: string, body?: unknown) =>
    (await team.askAs(tokenOf('boss'), { method: 'POST', path, ...(body !== undefined && { body }) })).status
  expect([
    await asBoss('/api/agents/boss/resume'),
    await asBoss('/api/agents/anna/pause', {}),
    await asBoss('/api/pause', {}),
    await asBoss('/api/resume'),
    await asBoss('/api/agents', { name: 'more', runtime: 'demo' }),
  ]).toEqual([403, 403, 403, 403, 403])
  expect(await team.show('boss')).toMatchObject({ paused: { by: 'owner', why: null } })
  expect((await team.ask('POST', '/api/agents/boss/clear')).status).toBe(409)
})
