// Secrets of every shape, and one that has none, written wherever the store keeps what others say: which columns hold them afterwards.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { requestApproval } from '../../src/core/approvals/request-approval.ts'
import { keepEntries } from '../../src/core/conversations/keep-entries.ts'
import { writeEntry } from '../../src/core/journal/write-entry.ts'
import { acceptMessage } from '../../src/core/mail/accept-message.ts'
import type { StoreWriter } from '../../src/core/store.ts'
import { addTask } from '../../src/core/tasks/add-task.ts'
import { updateTask } from '../../src/core/tasks/update-task.ts'
import { makeMask } from '../../src/lib/mask.ts'
import type { Change } from '../../src/protocol/changes/change.ts'
import { AgentName } from '../../src/protocol/ids.ts'
import { SendMessage } from '../../src/protocol/messages/message.ts'
import { AddTask, UpdateTask } from '../../src/protocol/tasks/task.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { OWNER } from '../fixtures/principals.ts'
import { readCells } from '../fixtures/read-cells.ts'
import { SECRET_SHAPES } from '../fixtures/secret-shapes.ts'
import { NO_SEND_BOUND } from '../fixtures/no-send-bound.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const KNOWN = 'a plain sentence in a file'
const ANNA = AgentName.parse('anna')
const AT = timestampFromMs(0)
const clock = makeFakeClock()
const entropy = makeSystemEntropy(clock)

let folder: TempFolder
let opened: TestStore
beforeEach(async () => {
  folder = makeTempFolder()
  opened = await openTestStore(folder.path, { clock, mask: makeMask(() => [KNOWN]) })
})
afterEach(async () => {
  await opened[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

/** One text for each shape, and the parts of it that must not be found. */
const PLANTED = [
  ...SECRET_SHAPES.map(({ text, secret }) => ({ text, parts: secret.split(/\\n|\n\+?/) })),
  { text: `it says ${KNOWN}`, parts: [KNOWN] },
]

/** What a receiver is told, an assignee has to do, and a person approves. */
const WHOLE: ReadonlySet<string> = new Set([
  'messages.body',
  'messages.subject',
  'tasks.body',
  'approvals.content',
])

const deps = () => ({ store: opened.store, clock, entropy, hashSecret: sha256Secret })

/** As an agent, a program or a person might say it. */
async function say(text: string): Promise<void> {
  const message = SendMessage.parse({ to: 'anna', body: text })
  await acceptMessage({ ...deps(), sendBound: NO_SEND_BOUND }, message, OWNER)
  const line = /\p{Cc}/u.test(text) || text.length > 200 ? 'do it' : text.trim()
  const { id } = await addTask(deps(), AddTask.parse({ title: line, body: text, assignee: 'anna' }), OWNER)
  await updateTask(deps(), id, UpdateTask.parse({ note: text }), OWNER)
  await requestApproval(
    deps(),
    { kind: 'custom', risk: 'low', title: line, content: text, why: text },
    OWNER,
    1000,
  )
  await opened.store.write((writer) => tell(writer, text))
}

async function tell(writer: StoreWriter, text: string): Promise<void> {
  const agent = await writer.agents.byName(ANNA)
  if (!agent) return
  const turn = { turn: 'idle', says: text, source: 'hook', at: AT, repeats: 0, lastCall: text } as const
  const paused = { since: AT, by: 'owner', why: text, cutsTurn: false }
  await writer.agents.change(agent.id, { turn, paused, gaveUp: { at: AT, why: text } })
  const told = { agent: ANNA, generation: 1, id: 'x', tool: 'Bash', input: text }
  await writer.events.append({ type: 'tool.started', actor: 'agent:anna', data: told })
  const tool = { id: 't', name: 'Bash', input: { command: text }, failed: false }
  const entry = { session: '', subagent: null, at: AT, text, tool }
  const entries = [{ ...entry, id: sha256Secret(text), kind: 'tool' as const }]
  await keepEntries(writer, agent, { entries, source: 'hook', at: AT })
  const draft = { kind: 'note', project: null, author: 'owner', actor: 'owner', agent: null, text } as const
  await writeEntry({ clock }, writer, { ...draft, id: entropy.id('jrn') })
  const alert = {
    kind: 'log',
    project: null,
    where: null,
    count: 1,
    firstAt: AT,
    lastAt: AT,
    told: 1,
  } as const
  const open = { state: 'open', acknowledgedBy: null, acknowledgedAt: null, attachment: null } as const
  const noticed = { ...alert, ...open, title: text, lines: [text], matter: 'm', toldAt: AT }
  await writer.alerts.insert({ ...noticed, id: entropy.id('alr') })
  const notice = {
    kind: 'alert',
    urgency: 'high',
    matter: 'm',
    link: '/',
    channel: 'c',
    event: null,
  } as const
  const waiting = {
    count: 1,
    state: 'waiting',
    attempts: 0,
    retryAt: null,
    endedAt: null,
    ref: null,
  } as const
  const sent = { ...notice, ...waiting, at: AT, createdAt: AT, dueAt: AT, title: text, text, error: text }
  await writer.notices.insert({ ...sent, id: entropy.id('ntc') })
  const channel = { name: 'c', cursor: 0, failures: 1, failingSince: AT, deliveredAt: null }
  await writer.notices.putChannel({ ...channel, error: text })
  const checks = [{ name: 'test', run: 'x', required: true, outcome: 'failed', detail: text, tail: text }]
  const steps = [{ to: 'planned', at: AT, actor: 'owner', note: text }]
  const change = {
    id: entropy.id('chg'),
    project: 'p',
    state: 'refused',
    description: text,
    note: text,
    sick: text,
  }
  const { seq } = await writer.events.append({ type: 'agent.resumed', actor: 'owner', data: { agent: ANNA } })
  await writer.changes.insert({ ...change, seq, checks, steps } as unknown as Change)
}

test('[S10] a secret of any shape is kept where somebody needs it whole, and masked everywhere else', async () => {
  await opened.store.write(({ agents }) => agents.insert(makeAgent('anna')))
  // At once, so that they share their transactions.
  await Promise.all(PLANTED.map(({ text }) => say(text)))
  const cells = readCells(opened.path)
  const found = PLANTED.flatMap(({ text, parts }) => {
    const forms = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1)])
    const holding = cells.filter((cell) => forms.some((form) => cell.text.includes(form)))
    return holding.filter(({ column }) => !WHOLE.has(column)).map(({ column }) => `${column}: ${text}`)
  })
  expect(found).toEqual([])
  // They were planted: the receiver has them.
  const bodies = new Set(cells.filter(({ column }) => column === 'messages.body').map(({ text }) => text))
  expect(PLANTED.filter(({ text }) => !bodies.has(text))).toEqual([])
})

test('[S10] a search finds a message by its words, and not by the secret in it', async () => {
  await opened.store.write(({ agents }) => agents.insert(makeAgent('anna')))
  const secret = ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('')
  const whole = `the token is ${secret} for now`
  await acceptMessage(
    { ...deps(), sendBound: NO_SEND_BOUND },
    SendMessage.parse({ to: 'anna', body: whole }),
    OWNER,
  )
  const filter = { agent: 'anna', after: 0, limit: 10, unread: false, newest: false }
  const bodies = async (search: string) =>
    (await opened.store.read.messages.list({ ...filter, search })).map(({ body }) => body)
  expect(await bodies('token now')).toEqual([whole])
  expect(await bodies(secret)).toEqual([])
})

test('[S10] [O1] a list of requests shows no secret and says so; the request itself has all that is approved', async () => {
  const content = ['run with --password ', 'planted-hunter2'].join('')
  const asked = { kind: 'custom', risk: 'high', title: 'run it', content, why: content } as const
  const { record } = await requestApproval(deps(), { ...asked, id: entropy.id('apr') }, OWNER, 1000)
  const again = { ...asked, id: record.id }
  expect((await requestApproval(deps(), again, OWNER, 1000)).isNew).toBe(false)
  const [listed] = await opened.store.read.approvals.list({ limit: 10 })
  expect(listed).toMatchObject({
    content: 'run with --password [redacted]',
    isCut: true,
    sha256: record.sha256,
  })
  const found = await opened.store.read.approvals.byId(record.id)
  expect(found).toMatchObject({
    content,
    sha256: sha256Secret(content),
    why: 'run with --password [redacted]',
  })
})

test('[S10] [P1] a task with a secret in its title can be sent again', async () => {
  const id = entropy.id('tsk')
  const task = AddTask.parse({ id, title: ['use -p ', 'gl', 'pat-A1b2C3d4E5f6G7h8I9j0'].join('') })
  expect(await addTask(deps(), task, OWNER)).toEqual({ id, isNew: true })
  expect(await addTask(deps(), task, OWNER)).toEqual({ id, isNew: false })
})
