// Agents that cmux did not start, played by the example that people are given: heard of, missed, brought back, with their mail.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { HistoryEntry } from '../../../src/protocol/messages/history.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeChangeProject } from '../../fixtures/change-project.ts'
import { runCommand } from '../../fixtures/run-command.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'remote-agent', 'agent.mjs')
const STARTER = fileURLToPath(new URL('../../fixtures/elsewhere-starter.ts', import.meta.url))

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'elsewhere', { improve: { restartDelaySec: 0.01 } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Another machine: a folder with a token, and a program that can be killed. */
async function makeMachine(name: string) {
  const folder = join(built.folder, `machine-${name}`)
  mkdirSync(folder)
  const reply = await team.ask('POST', '/api/tokens', { role: 'agent', agent: name })
  const { secret } = reply.json as CreatedToken
  writeFileSync(join(folder, 'token'), secret)
  const pid = () => Number(readFileSync(join(folder, 'pid'), 'utf8'))
  const kill = () => {
    if (!existsSync(join(folder, 'pid'))) return
    process.kill(pid(), 'SIGKILL')
    rmSync(join(folder, 'pid'))
  }
  const command = [process.execPath, STARTER, EXAMPLE, folder]
  const env = { CMUX_URL: `http://127.0.0.1:${team.cmux.port}`, CMUX_AGENT_NAME: name }
  return {
    secret,
    command,
    kill,
    // cmux would bring it back: from now on nobody can.
    [Symbol.dispose]() {
      writeFileSync(join(folder, 'broken'), '')
      kill()
    },
    setBroken: (isBroken: boolean) =>
      isBroken ? writeFileSync(join(folder, 'broken'), '') : rmSync(join(folder, 'broken')),
    async start() {
      const [program = '', ...args] = command
      expect(await runCommand(program, args, { env })).toMatchObject({ code: 0 })
    },
  }
}

const put = (name: string, body: Record<string, unknown>) =>
  team.ask('PUT', `/api/agents/${name}/elsewhere`, body)
const beat = (token: string, name: string) =>
  team.askAs(token, { method: 'POST', path: `/api/agents/${name}/heartbeat`, body: {} })
const historyOf = async (name: string) =>
  ((await team.ask('GET', `/api/agents/${name}/history?limit=1000`)).json as { items: HistoryEntry[] }).items
const answersFrom = async (name: string) =>
  ((await team.ask('GET', `/api/messages?with=${name}&limit=1000`)).json as { items: Message[] }).items
    .filter(({ from }) => from === name)
    .map(({ id }) => id)
const waitsFor = async (name: string) =>
  ((await team.ask('GET', '/api/next')).json as Attention).items
    .filter(({ agent }) => agent === name)
    .map(({ kind }) => kind)
const alertsAbout = async (name: string) =>
  ((await team.ask('GET', '/api/alerts')).json as { items: Alert[] }).items.filter(({ title }) =>
    title.startsWith(`${name} runs elsewhere`),
  )
const send = (to: string, id: string, body: string) => team.ask('POST', '/api/messages', { id, to, body })

test('[C6] the example is heard of with its uptime, missed when it is killed, brought back, and its mail arrives once', async () => {
  using machine = await makeMachine('remote')
  const { command } = machine
  expect(await put('remote', { silentSec: 1.5, tries: 2, command, purpose: 'far away' })).toMatchObject({
    status: 200,
  })
  await team.becomes('remote', 'starting')
  await machine.start()
  await team.becomes('remote', 'idle')
  await send('remote', 'first', 'hello')
  await team.reaches('first', 'acked')
  expect((await team.cmux.run('agent', 'list')).stdout).toMatch(/^remote +\w+ +.* remote +- +far away$/m)
  const { elsewhere: well } = await team.show('remote')
  expect(well).toMatchObject({ heardAt: expect.any(String), upSince: expect.any(String), silentSince: null })
  expect((await team.cmux.run('agent', 'show', 'remote')).stdout).toMatch(/^up +for \d+ s$/m)

  machine.setBroken(true)
  machine.kill()
  await send('remote', 'second', 'are you there?')
  await team.told('agent.silent', { agent: 'remote', limitSec: 1.5 })
  const { elsewhere: silent } = await team.becomes('remote', 'unknown')
  expect(silent).toMatchObject({ silentSince: silent?.heardAt })
  expect((await team.cmux.run('agent', 'show', 'remote')).stdout).toMatch(/^up +no$/m)
  expect(await waitsFor('remote')).toContain('agent-silent')
  // The newest: on a busy machine it may have been missed before.
  await expect
    .poll(async () => (await alertsAbout('remote'))[0], LIMIT)
    .toMatchObject({ kind: 'agent-silent', state: 'open', count: 1 })
  const failed = await team.told('agent.silence_stepped', { agent: 'remote', number: 1, failed: true })
  expect(failed.data).toMatchObject({ step: 'restart', of: 2, says: expect.stringContaining('is not there') })

  machine.setBroken(false)
  await team.told('agent.returned', { agent: 'remote', steps: 2 })
  const { elsewhere: back } = await team.becomes('remote', 'idle')
  expect(back).toMatchObject({ silentSince: null })
  expect(Date.parse(String(back?.upSince))).toBeGreaterThan(Date.parse(String(silent?.heardAt)))
  await team.reaches('second', 'acked')
  await expect.poll(() => answersFrom('remote'), LIMIT).toEqual(['re-first', 're-second'])
  await expect.poll(() => waitsFor('remote'), LIMIT).not.toContain('agent-silent')
  const over = { state: 'acknowledged', acknowledgedBy: 'system' }
  await expect
    .poll(async () => (await alertsAbout('remote')).filter(({ state }) => state === 'open'), LIMIT)
    .toEqual([])
  expect((await alertsAbout('remote'))[0]).toMatchObject(over)

  const history = await historyOf('remote')
  expect(history.map(({ id }) => id)).toEqual([
    'message:first',
    'prompt:first',
    'answer:first',
    'message:re-first',
    'message:second',
    'prompt:second',
    'answer:second',
    'message:re-second',
  ])
  // It was started anew, and knows what it said before.
  expect(history[6]?.text).toBe('I have read "are you there?" and remember 5 things.')
})

test('[C6] one that nobody can bring back is a person’s matter until its next heartbeat', async () => {
  using machine = await makeMachine('quiet')
  expect((await beat(machine.secret, 'quiet')).status).toBe(200)
  const task = await team.ask('POST', '/api/tasks', { title: 'count', assignee: 'quiet' })
  expect(task).toMatchObject({ status: 201 })
  await put('quiet', { silentSec: 0.5 })
  await team.told('agent.needs_person', { agent: 'quiet' })
  await team.told('task.offered_again', { agent: 'quiet', title: 'count' })
  expect(await waitsFor('quiet')).toContain('agent-silent')
  const [alert] = await alertsAbout('quiet')
  expect(alert).toMatchObject({ state: 'open' })
  expect(await team.cmux.run('alerts', 'acknowledge', String(alert?.id))).toMatchObject({ code: 0 })
  await put('quiet', { silentSec: 60 })
  expect((await beat(machine.secret, 'quiet')).json).toMatchObject({ silentSec: 60, paused: false })
  await team.becomes('quiet', 'idle')
  expect(await waitsFor('quiet')).not.toContain('agent-silent')
  expect(await alertsAbout('quiet')).toMatchObject([{ state: 'acknowledged', acknowledgedBy: 'owner' }])
})

test('[C6] when its command does not help, its project goes back to the last good state', async () => {
  using machine = await makeMachine('builder')
  const shop = await makeChangeProject(team.cmux, built.folder, 'shop', 'true')
  const change = await shop.plan([{ file: 'a.txt', type: 'modify', content: 'two\n' }])
  await shop.execute(change)
  await expect.poll(async () => (await shop.show(change)).state, LIMIT).toBe('good')
  const file = join(shop.repository.path, 'a.txt')
  expect(readFileSync(file, 'utf8')).toBe('two\n')

  machine.setBroken(true)
  const { command } = machine
  await put('builder', { project: 'shop', command, tries: 1, rollback: true, silentSec: 0.5 })
  await beat(machine.secret, 'builder')
  await team.told('agent.silence_stepped', { agent: 'builder', step: 'restart', number: 1, failed: true })
  await team.told('agent.silence_stepped', { agent: 'builder', step: 'rollback', number: 2, failed: false })
  await expect.poll(async () => (await shop.show(change)).state, LIMIT).toBe('rolled_back')
  expect(readFileSync(file, 'utf8')).toBe('one\n')
  await team.told('agent.silence_stepped', { agent: 'builder', step: 'restart', number: 3, of: 3 })
  await team.told('agent.needs_person', { agent: 'builder' })
})

test('[C6] [P7] only its own token speaks for it, and nothing here is done to its process', async () => {
  using machine = await makeMachine('guest')
  await team.spawn('anna')
  expect(await beat(machine.secret, 'anna')).toMatchObject({ status: 403 })
  expect(await beat(machine.secret, 'guest')).toMatchObject({ status: 200 })
  const asGuest = (method: string, path: string, body?: unknown) =>
    team.askAs(machine.secret, { method, path, ...(body !== undefined && { body }) })
  expect((await asGuest('PUT', '/api/agents/guest/elsewhere', { command: ['true'] })).status).toBe(403)
  expect((await asGuest('PUT', '/api/agents/anna/history', { entries: [] })).status).toBe(403)
  expect((await asGuest('GET', '/api/agents/anna/history')).status).toBe(403)
  expect((await asGuest('GET', '/api/agents/anna/inbox')).status).toBe(403)
  expect(errorCode(await put('anna', {}))).toBe('CONFLICT')
  for (const what of ['restart', 'stop'])
    expect([what, errorCode(await team.ask('POST', `/api/agents/guest/${what}`, {}))]).toEqual([
      what,
      'CONFLICT',
    ])
  expect(await team.show('guest')).toMatchObject({ generation: 0, pid: null, pane: null })
})

test('[C6] [P2] mail waits for a paused one, comes at once to one that waits for it, and again until it is confirmed', async () => {
  using machine = await makeMachine('poller')
  await beat(machine.secret, 'poller')
  const fetchMail = async (waitSec: number) => {
    const reply = await team.askAs(machine.secret, { path: `/api/agents/poller/inbox?waitSec=${waitSec}` })
    return (reply.json as { items: Message[] }).items.map(({ id, body, receipt }) => [id, body, receipt])
  }
  const coming = fetchMail(20)
  await send('poller', 'p1', 'x'.repeat(20_000))
  expect(await coming).toEqual([['p1', 'x'.repeat(20_000), 'seen']])
  expect((await fetchMail(0)).map(([id]) => id)).toEqual(['p1'])
  await team.ask('POST', '/api/agents/poller/pause', {})
  expect(await fetchMail(0)).toEqual([])
  await team.ask('POST', '/api/agents/poller/resume', {})
  expect((await fetchMail(0)).map(([id]) => id)).toContain('p1')
  for (const [id] of await fetchMail(0))
    await team.askAs(machine.secret, { method: 'POST', path: `/api/messages/${id}/ack` })
  expect(await fetchMail(0)).toEqual([])
})
