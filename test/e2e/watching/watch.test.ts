// Logs on a whole cmux: a fault that a program writes becomes an alert, mail and a line, once, whoever is killed meanwhile.
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { Event } from '../../../src/protocol/event.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { ask, type Reply } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const RULES = JSON.stringify({
  checks: [],
  watch: { files: ['logs/*.log', 'link.log'], ignore: ['ERROR but fine'] },
})

let built: BuiltCmux
let cmux: GuardedCmux
let project: string
let machine: string
beforeAll(async () => {
  built = await buildCmux()
  const folder = realpathSync(built.folder)
  machine = join(folder, 'machine.log')
  writeFileSync(machine, 'ERROR of yesterday\n')
  const watch = { everySec: 0.2, files: [machine], stormMax: 1000 }
  cmux = await startGuarded(built, 'watch', {}, { watch, log: { level: 'debug' } })
  project = makeRepository(join(folder, 'shop'), { 'cmux.json': RULES }).path
  mkdirSync(join(project, 'logs'))
  writeFileSync(join(project, 'logs', 'app.log'), 'ERROR of last week\n')
  symlinkSync(machine, join(project, 'link.log'))
  await ask(cmux, {
    method: 'POST',
    path: '/api/projects',
    token: cmux.owner,
    body: { path: project, name: 'shop' },
  })
  await begin(join(project, 'logs', 'app.log'))
  await begin(machine)
})
afterAll(async () => {
  await cmux[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const get = async <T>(path: string) => (await ask(cmux, { path, token: cmux.owner })).json as T
const alerts = async (word: string) =>
  (await get<{ items: Alert[] }>('/api/alerts?limit=1000')).items.filter(({ title }) => title.includes(word))
const appears = async (word: string): Promise<Alert> => {
  await expect.poll(async () => (await alerts(word)).length, LIMIT).toBe(1)
  const [alert] = await alerts(word)
  if (!alert) throw new Error(`no alert about ${word}`)
  return alert
}

/** What is there when cmux first looks is history: writes until something was seen, and marks that as seen. */
async function begin(path: string): Promise<void> {
  await vi.waitFor(async () => {
    appendFileSync(path, `ERROR begun in ${path}\n`)
    expect(await alerts(path)).toHaveLength(1)
  }, LIMIT)
  for (const { id } of await alerts(path)) await acknowledge(id)
}

const acknowledge = (id: string): Promise<Reply> =>
  ask(cmux, { method: 'POST', path: `/api/alerts/${id}/acknowledge`, token: cmux.owner })

test('[W1] a fault in a log of a project is an alert with its lines, an event, a message and an attachment', async () => {
  const path = join(project, 'logs', 'app.log')
  appendFileSync(
    path,
    'all is well\nERROR kaput in request 17 token=cmux_A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0U1v\n',
  )
  const alert = await appears('kaput')
  expect(alert).toMatchObject({ kind: 'log', project: 'shop', where: path, count: 1, state: 'open' })
  expect(alert.lines).toEqual(['ERROR kaput in request 17 token=cmux_[redacted]'])
  expect(alert.attachment).toMatch(
    /\/journal\/shop\/\d{4}-\d\d-\d\d\/attachments\/log-alert-\d{6}(?:-\d+)?\.md$/,
  )
  expect(readFileSync(String(alert.attachment), 'utf8')).toContain('    ERROR kaput in request 17')
  const { items } = await get<{ items: Event[] }>('/api/events?before=9999999&types=alert.raised')
  expect(items.filter(({ data }) => data['id'] === alert.id)).toHaveLength(1)
  const mail = await get<{ items: Message[] }>('/api/messages?agent=owner')
  const letters = mail.items.filter(({ body }) => body.includes('kaput'))
  expect(letters).toHaveLength(1)
  expect(letters[0]).toMatchObject({ from: 'system', to: 'owner' })
})

test('[W1] the same fault is counted, and not told again', async () => {
  const path = join(project, 'logs', 'app.log')
  for (const number of [18, 19, 20])
    appendFileSync(path, `ERROR kaput in request ${number} token=x\nERROR but fine\n`)
  appendFileSync(path, 'Traceback of something else\n')
  await appears('something else')
  const found = await alerts('kaput')
  expect(new Set(found.map(({ count }) => count))).toEqual(new Set([1, 3]))
  expect(await alerts('but fine')).toEqual([])
})

test('[W4] an alert waits for a person until somebody has seen it', async () => {
  const { id } = await appears('something else')
  const waits = async () =>
    (await get<Attention>('/api/next')).items.filter(({ command }) => command === `cmux alerts show ${id}`)
  expect(await waits()).toMatchObject([{ kind: 'alert', urgency: 'high', project: 'shop' }])
  expect((await cmux.run('alerts', 'list')).stdout).toContain(id)
  expect((await cmux.run('alerts', 'show', id)).stdout).toContain('Traceback of something else')
  expect((await cmux.run('alerts', 'acknowledge', id)).code).toBe(0)
  expect(await waits()).toEqual([])
  expect((await cmux.run('alerts', 'list')).stdout).not.toContain(id)
  expect((await cmux.run('alerts', 'acknowledge', 'alr_01hqz3v1h0e8y6x5w4t3s2r1q0')).stderr).toContain(
    'NOT_FOUND',
  )
})

test('[W1] what was there before is history, and links out of a project are not followed', async () => {
  appendFileSync(machine, 'CRITICAL on the machine\n')
  expect(await appears('on the machine')).toMatchObject({ project: null, where: machine })
  expect(await alerts('yesterday')).toEqual([])
  expect(await alerts('last week')).toEqual([])
})

test('[W1] lines are alerted once, however often the server is killed and the log rotated', async () => {
  const path = join(project, 'logs', 'app.log')
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot']
  for (const [index, word] of words.entries()) {
    const { leader } = await cmux.family()
    appendFileSync(path, `ERROR killed at ${word}\nERROR also`)
    if (index % 2 === 0) renameSync(path, `${path}.${index + 1}`)
    process.kill(leader, 'SIGKILL')
    appendFileSync(path, ` killed after ${word}\n`)
    await cmux.family()
  }
  appendFileSync(path, 'ERROR the end of it\n')
  await appears('the end of it')
  for (const word of words) expect((await alerts(`killed at ${word}`)).map(({ count }) => count)).toEqual([1])
})

test('[W1] an error in our own log is an alert at once, and alerts never feed on themselves', async () => {
  const log = join(cmux.home, 'logs', 'server.log')
  appendFileSync(
    log,
    '{"level":50,"msg":"the sky falls"}\n{"level":50,"aboutWatch":true,"msg":"no alert ERROR"}\n',
  )
  expect(await appears('the sky falls')).toMatchObject({ project: null, where: log, count: 1 })
  expect(await alerts('no alert')).toEqual([])
})

const readStatusLog = () =>
  readFileSync(join(cmux.home, 'status.log'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\S+ (?:INFO|WARN|ERROR) (#\d+ \S+) by=/.exec(line)?.[1] ?? [])

test('[X2] status.log has a line for each event, once, through all of that', async () => {
  const { items } = await get<{ items: Event[] }>('/api/events?after=0&limit=1000')
  const expected = items
    .filter(({ type }) => type !== 'watchdog.acted')
    .map(({ seq, type }) => `#${seq} ${type}`)
  await expect.poll(() => readStatusLog().slice(0, expected.length), LIMIT).toEqual(expected)
})
