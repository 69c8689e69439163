// An alert of a whole cmux reaches everybody: the history, the supervisor with the file of its lines, a webhook and Slack.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startReceiver, type NoticeReceiver } from '../../fixtures/notice-receiver.ts'
import { makeChannels, writeSecrets } from '../../fixtures/notice-world.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const HOOK = '/hook'
const SLACK = '/api/chat.postMessage'
const RULES = JSON.stringify({ checks: [], watch: { files: ['logs/*.log'] } })

let built: BuiltCmux
let receiver: NoticeReceiver
let team: AgentTeam
let log: string
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  receiver = await startReceiver()
  const home = join(built.folder, 'alerts')
  mkdirSync(home, { mode: 0o700 })
  writeSecrets(home, receiver.url)
  const { hook, slack } = makeChannels(receiver.url)
  const notices = {
    channels: { hook, slack },
    routes: { alert: { to: ['hook', 'slack'] }, '*': { to: [] } },
    stormMax: 1000,
    slack: { apiUrl: `${receiver.url}/api/` },
  }
  team = await startTeam(built, 'alerts', {
    settings: { notices, watch: { everySec: 0.2, stormMax: 1000 }, discrepancies: { everySec: 1 } },
  })
  const shop = makeRepository(join(built.folder, 'shop'), { 'cmux.json': RULES })
  mkdirSync(join(shop.path, 'logs'))
  log = join(shop.path, 'logs', 'app.log')
  await team.ask('POST', '/api/projects', { path: shop.path })
  await team.spawn('sam', { role: 'supervisor', project: 'shop' })
  await team.becomes('sam', 'idle')
  await begin()
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const alerts = async (word: string) =>
  ((await team.ask('GET', '/api/alerts?limit=1000')).json as { items: Alert[] }).items.filter(({ title }) =>
    title.includes(word),
  )
/** What is there when cmux first looks is history: writes until something was seen. */
const begin = () =>
  vi.waitFor(async () => {
    appendFileSync(log, 'ERROR begun\n')
    expect(await alerts('begun')).toHaveLength(1)
  }, LIMIT)
/** What a channel has taken about it. */
const taken = (path: string, word: string) =>
  receiver.takenAt(path).filter(({ title }) => title.includes(word))
const arrives = async (word: string) => {
  for (const path of [HOOK, SLACK]) await expect.poll(() => taken(path, word), LIMIT).toHaveLength(1)
}

test('[W1] [W4] a fault is an event, a message to the supervisor with the attachment, and a notice to webhook and Slack', async () => {
  appendFileSync(log, 'ERROR kaput: the till is stuck\n')
  await arrives('kaput')
  const [alert] = await alerts('kaput')
  const { id = '', attachment = '' } = alert ?? {}
  expect(alert).toMatchObject({ kind: 'log', project: 'shop', where: log, state: 'open' })
  await team.told('alert.raised', { id, project: 'shop', where: log })

  const [hooked] = taken(HOOK, 'kaput')
  expect(JSON.parse(hooked?.body ?? '')).toMatchObject({
    type: 'notice.alert',
    data: {
      urgency: 'high',
      title: expect.stringMatching(/^alert: .*kaput: the till is stuck/),
      text: `in ${log}\nSee: cmux alerts show ${id}`,
      link: expect.stringMatching(/\/health$/),
    },
  })
  const [posted] = taken(SLACK, 'kaput')
  expect(posted?.args).toMatchObject({
    channel: '#ops',
    blocks: expect.stringContaining(`cmux alerts show ${id}`),
  })
  expect(receiver.faults).toEqual([])

  const { items } = (await team.ask('GET', '/api/messages?agent=sam')).json as { items: Message[] }
  const [letter, ...others] = items.filter(({ body }) => body.includes('kaput'))
  expect([letter, others]).toMatchObject([{ from: 'system', to: 'sam' }, []])
  expect(letter?.body).toContain(`All lines: ${attachment}`)
  expect(readFileSync(String(attachment), 'utf8')).toContain('ERROR kaput: the till is stuck')
  await team.reaches(letter?.id ?? '', 'seen')
})

test('[W1] [W4] the same fault is not told outside again, another one is', async () => {
  for (let count = 0; count < 3; count += 1) appendFileSync(log, 'ERROR kaput: the till is stuck\n')
  appendFileSync(log, 'Traceback of the shutter\n')
  await arrives('shutter')
  await expect.poll(async () => (await alerts('kaput')).map(({ count }) => count), LIMIT).toEqual([4])
  expect([taken(HOOK, 'kaput').length, taken(SLACK, 'kaput').length]).toEqual([1, 1])
})

test('[W2] [W4] so is a discrepancy, which no log tells of', async () => {
  mkdirSync(join(team.cmux.home, 'workspaces', 'elsewhere', 'ben'), { recursive: true })
  await arrives('elsewhere/ben belongs to a project that nobody knows')
  await team.told('alert.raised', { kind: 'discrepancy' })
  expect(receiver.faults).toEqual([])
})
