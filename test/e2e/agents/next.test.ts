// What waits for a person, on a whole cmux with real agents: it is there while it waits, and gone when it was dealt with.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Attention, AttentionItem } from '../../../src/protocol/attention.ts'
import type { Status } from '../../../src/protocol/machine/status.ts'
import type { CreatedToken } from '../../../src/protocol/access/token.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'next', { agents: { restarts: 1, backOffSec: [0, 0], stopSec: 1 } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const LIMIT = { timeout: 30_000, interval: 50 }
const read = async () => ((await team.ask('GET', '/api/next')).json as Attention).items
const find = async (wanted: Partial<AttentionItem>) =>
  (await read()).filter((item) =>
    Object.entries(wanted).every(([key, value]) => item[key as keyof AttentionItem] === value),
  )
const appears = (wanted: Partial<AttentionItem>) =>
  vi.waitFor(async () => {
    const [item, ...more] = await find(wanted)
    if (!item) throw new Error(`not there: ${JSON.stringify(wanted)}`)
    expect(more).toEqual([])
    return item
  }, LIMIT)
const disappears = (wanted: Partial<AttentionItem>) =>
  vi.waitFor(async () => expect(await find(wanted)).toEqual([]), LIMIT)

test('[O1] an agent’s dialog waits for a person until it is answered', async () => {
  await team.spawn('anna', { task: 'ask May I delete the build?' })
  const item = await appears({
    kind: 'approval',
    title: 'anna asks for approval (medium risk): Ask: May I delete the build?',
  })
  expect(item).toMatchObject({ urgency: 'high', agent: 'anna' })
  // It is one thing that waits, however many see it.
  expect(await find({ kind: 'agent-asks' })).toEqual([])
  const [, , id] = item.link.split('/')
  expect(item).toMatchObject({ command: `cmux approvals show ${id}`, link: `/approvals/${id}` })
  const { pane } = await team.show('anna')
  await expect
    .poll(() => team.tmux('capture-pane', '-p', '-t', String(pane)), LIMIT)
    .toContain('May I delete')
  await team.tmux('send-keys', '-t', String(pane), '1')
  await disappears({ kind: 'approval' })
})

test('[P8] one that was given up waits until somebody restarts or stops it', async () => {
  await team.spawn('bert')
  for (const generation of [1, 2]) {
    await team.becomes('bert', 'idle', { generation })
    await team.prompt('bert', 'crash 3')
  }
  const item = await appears({ kind: 'agent-given-up' })
  expect(item).toMatchObject({ agent: 'bert', command: 'cmux agent restart bert' })
  await team.cmux.run('agent', 'stop', 'bert')
  await disappears({ kind: 'agent-given-up' })
})

test('[T1] a task that needs an answer waits with the question, and no longer when it goes on', async () => {
  const added = await team.ask('POST', '/api/tasks', { title: 'paint it' })
  const { id } = added.json as { id: string }
  await team.ask('PATCH', `/api/tasks/${id}`, { state: 'working' })
  await team.ask('PATCH', `/api/tasks/${id}`, { state: 'input-required', note: 'which colour?' })
  expect(await appears({ kind: 'task' })).toMatchObject({
    detail: 'which colour?',
    link: `/tasks/${id}`,
    command: `cmux task show ${id}`,
  })
  await team.ask('PATCH', `/api/tasks/${id}`, { state: 'working' })
  await disappears({ kind: 'task' })
})

test('[M4] a dead letter waits until its notice is confirmed; mail to the owner until it is read', async () => {
  await team.spawn('cora', { task: 'ask May I?' })
  await appears({ kind: 'approval', title: 'cora asks for approval (medium risk): Ask: May I?' })
  await team.cmux.run('send', 'cora', 'never read')
  await team.cmux.run('agent', 'remove', 'cora')
  const dead = await appears({ kind: 'dead-letter' })
  expect(dead).toMatchObject({ title: 'a message to cora could not be delivered', link: '/chat' })
  expect(await find({ kind: 'mail' })).toEqual([])
  await team.cmux.run('send', 'owner', 'hello', '--from', 'anna')
  const mail = await appears({ kind: 'mail' })
  expect(mail).toMatchObject({ title: 'a message from anna', detail: 'hello', link: '/chat/anna' })
  for (const { command } of [dead, mail]) await team.cmux.run(...command.split(' ').slice(1))
  await vi.waitFor(async () => expect(await read()).toEqual([]), LIMIT)
})

test('[P7] `cmux next` and `cmux status` say the same, and an agent does not learn what is asked of its owner', async () => {
  expect(await team.cmux.run('next')).toMatchObject({ code: 0, stdout: "you're all caught up\n" })
  await team.cmux.run('send', 'owner', 'one\u001b[31m', '--from', 'anna')
  const { stdout } = await team.cmux.run('next')
  expect(stdout).toMatch(/^a message from anna, \d+ s ago\n  one\\u001b\[31m\n  cmux message show \S+\n$/)
  expect(JSON.parse((await team.cmux.run('next', '--json')).stdout)).toEqual(
    (await team.ask('GET', '/api/next')).json,
  )
  expect((await team.cmux.run('status')).stdout).toContain('1 item needs attention; `cmux next` shows it')
  const status = JSON.parse((await team.cmux.run('status', '--json')).stdout) as Status
  expect(status.waiting).toBe(1)
  const { json } = await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'anna' })
  const { secret } = json as CreatedToken
  expect((await team.askAs(secret, { path: '/api/next' })).status).toBe(403)
})
