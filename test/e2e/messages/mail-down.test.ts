// Mail while cmux is down, dies or swaps: what was accepted is there afterwards, once and in order.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { spoolMessage } from '../../../src/host/spool-message.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { killAll } from '../../fixtures/kill-all.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

const listFor = async (team: AgentTeam, agent: string) =>
  ((await team.ask('GET', `/api/messages?agent=${agent}&limit=1000`)).json as { items: Message[] }).items

test('[P1] [M2] what is sent while cmux is down is spooled, says so, and arrives once and in order', async () => {
  await using team = await startTeam(built, 'down')
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  expect(await team.cmux.run('down')).toMatchObject({ code: 0 })
  for (const word of ['one', 'two', 'three']) {
    const sent = await team.cmux.run('send', 'anna', `say ${word}`, '--id', word)
    expect(sent).toEqual({ code: 0, stdout: `${word}\n`, stderr: expect.stringContaining('spool') })
  }
  expect(await team.cmux.run('send', 'anna', 'say one', '--id', 'one')).toMatchObject({ code: 0 })
  expect(await team.cmux.run('send', 'nobody', 'hello?', '--id', 'lost')).toMatchObject({ code: 0 })
  const names = readdirSync(join(team.cmux.home, 'spool', 'new'))
  expect(names).toHaveLength(4)
  expect(
    JSON.parse(readFileSync(join(team.cmux.home, 'spool', 'new', names[0] ?? ''), 'utf8')),
  ).toMatchObject({ id: 'one' })

  expect(await team.cmux.run('up', '--no-open')).toMatchObject({ code: 0 })
  expect(
    await team.cmux.run('send', 'anna', 'say four', '--id', 'four', '--wait', 'submitted'),
  ).toMatchObject({ code: 0 })
  const messages = await listFor(team, 'anna')
  expect(messages.map(({ id }) => id)).toEqual(['one', 'two', 'three', 'four'])
  expect(readdirSync(join(team.cmux.home, 'spool', 'new'))).toEqual([])
  const dead = (await team.ask('GET', '/api/messages/lost')).json as Message
  expect(dead).toMatchObject({ receipt: 'dead', to: 'nobody' })
  expect((await team.cmux.run('inbox')).stdout).toContain('a message to nobody could not be delivered')
})

test('[H5] the supervisor is told of a recovery by mail, in the words of the journal', async () => {
  await using team = await startTeam(built, 'told')
  await team.spawn('boss', { role: 'supervisor' })
  await team.becomes('boss', 'idle')
  const { leader } = await team.cmux.family()
  process.kill(leader, 'SIGKILL')
  const notice = await vi.waitFor(async () => {
    const found = (await listFor(team, 'boss')).find(({ subject }) => subject === 'the watchdog: recovered')
    if (!found) throw new Error('not yet')
    return found
  }, LIMIT)
  expect(notice).toMatchObject({ from: 'system', trust: 'system', to: 'boss' })
  expect(notice.body).toContain('runs again')
})

test('[P1] after kill -9 of everything, sending brings it back', async () => {
  await using team = await startTeam(built, 'gone')
  await killAll(team.cmux.home)
  const sent = await team.cmux.run('send', 'owner', 'are you there?', '--id', 'knock')
  expect(sent).toMatchObject({ code: 0, stdout: 'knock\n' })
  expect((await listFor(team, 'owner')).map(({ id }) => id)).toContain('knock')
})

test('[P2] an agent that is killed in the middle of its mail has it once in its conversation, and the rest comes after', async () => {
  await using team = await startTeam(built, 'killed', { agents: { backOffSec: [0] } })
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  await team.cmux.run('send', 'anna', 'wait 60', '--id', 'long', '--wait', 'submitted')
  await team.cmux.run('send', 'anna', 'say after', '--id', 'after')
  const { pid } = await team.show('anna')
  process.kill(Number(pid), 'SIGKILL')
  await vi.waitFor(async () => {
    const messages = await listFor(team, 'anna')
    expect(messages.map(({ id, receipt }) => `${id} ${receipt}`)).toEqual(['long seen', 'after seen'])
  }, LIMIT)
  expect(await team.show('anna')).toMatchObject({ generation: 2 })
})

test('[P2] [P8] a message that kills its reader is read once: it stands in the conversation', async () => {
  await using team = await startTeam(built, 'poison', { agents: { backOffSec: [0] } })
  await team.spawn('anna')
  await team.becomes('anna', 'idle')
  await team.cmux.run('send', 'anna', 'crash', '--id', 'poison')
  await team.becomes('anna', 'idle', { generation: 2 })
  const { receipt, evidence } = (await team.ask('GET', '/api/messages/poison')).json as Message
  expect([receipt, evidence.at(-1)?.source]).toEqual(['seen', 'transcript'])
})

test('[P2] what safe mode took on its way out is not overtaken by what the server takes next', async () => {
  await using team = await startTeam(built, 'overtaken')
  for (const round of ['1', '2', '3']) {
    spoolMessage(team.cmux.home, {
      id: `first-${round}`,
      from: 'owner',
      to: 'owner',
      subject: null,
      body: 'first',
    })
    await team.ask('POST', '/api/messages', { id: `second-${round}`, to: 'owner', body: 'second' })
  }
  const ids = (await listFor(team, 'owner')).map(({ id }) => id as string)
  expect(ids).toEqual(['first-1', 'second-1', 'first-2', 'second-2', 'first-3', 'second-3'])
})

test('[M6] [P8] what the server would refuse is refused by the spool, too; a file that is no message holds nobody up', async () => {
  await using team = await startTeam(built, 'refused')
  expect(await team.cmux.run('down')).toMatchObject({ code: 0 })
  const long = await team.cmux.run('send', 'owner', 'x'.repeat(100_000), '--id', 'no id')
  expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('id: must be printable') })
  const folder = join(team.cmux.home, 'spool', 'new')
  mkdirSync(folder, { recursive: true })
  const huge = {
    id: 'huge',
    from: 'owner',
    to: 'owner',
    subject: null,
    actor: 'owner',
    acceptedAt: '2026-01-02T03:04:05.006Z',
  }
  writeFileSync(
    join(folder, '000000000000001-huge.json'),
    JSON.stringify({ ...huge, body: 'x'.repeat(2 ** 20 + 1) }),
  )
  writeFileSync(join(folder, '000000000000002-half.json'), '{"id":')
  const kept = { ...huge, id: 'kept', body: 'hello' }
  writeFileSync(join(folder, '000000000000003-kept.json'), JSON.stringify(kept))
  expect(await team.cmux.run('up', '--no-open')).toMatchObject({ code: 0 })
  await vi.waitFor(async () => {
    // The watch over our own logs has something to say of it, too.
    const told = (await listFor(team, 'owner')).filter(({ id }) => !id.startsWith('notice:alert:'))
    expect(told).toMatchObject([
      { subject: 'a spooled message can’t be read', body: expect.stringContaining('huge.json.unreadable') },
      { subject: 'a spooled message can’t be read', body: expect.stringContaining('half.json.unreadable') },
      { id: 'kept', at: '2026-01-02T03:04:05.006Z' },
    ])
    expect(readdirSync(folder)).toEqual([])
  }, LIMIT)
})
