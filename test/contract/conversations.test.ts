// Conversations in the store: each entry once, found by its words, without secrets, and no more of them than is wanted.
import { beforeEach, expect, test } from 'vitest'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { SqliteStore } from '../../src/adapters/store/sqlite-store.ts'
import { cutConversations } from '../../src/core/conversations/cut-conversations.ts'
import { keepEntries } from '../../src/core/conversations/keep-entries.ts'
import { readHistory } from '../../src/core/conversations/read-history.ts'
import type { EntrySource } from '../../src/core/conversations/conversation-table.ts'
import { RoleName } from '../../src/protocol/agents/agent.ts'
import type { ConversationEntry } from '../../src/protocol/messages/conversation.ts'
import { AgentId, AgentName, ProjectName } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { makeAgent } from '../fixtures/make-agent.ts'
import { agentPrincipal } from '../fixtures/principals.ts'

const ANNA = { id: AgentId.parse(`agt_${'0'.repeat(25)}1`), name: AgentName.parse('anna'), session: 's1' }
const BEN = { id: AgentId.parse(`agt_${'0'.repeat(25)}2`), name: AgentName.parse('ben'), session: 's2' }
const KEY = ['sk', '-ant-', 'A1b2C3d4E5f6G7h8I9j0'].join('')
const DAY_MS = 86_400_000

let clock: ReturnType<typeof makeFakeClock>
let store: SqliteStore
beforeEach(async () => {
  clock = makeFakeClock()
  store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
})

const entry = (id: string, text: string, more: Partial<ConversationEntry> = {}): ConversationEntry => ({
  id,
  kind: 'answer',
  session: '',
  subagent: null,
  at: null,
  text,
  tool: null,
  ...more,
})

const keep = (entries: readonly ConversationEntry[], source: EntrySource = 'transcript', agent = ANNA) =>
  store.write((writer) => keepEntries(writer, agent, { entries, source, at: timestampFromMs(clock.nowMs()) }))

const list = (filter: Record<string, unknown> = {}, agent = ANNA) =>
  store.read.conversations.list({ agent: agent.id, limit: 100, ...filter })
const texts = async (filter: Record<string, unknown> = {}, agent = ANNA) =>
  (await list(filter, agent)).map(({ text }) => text)
const numbers = async (filter: Record<string, unknown>) => (await list(filter)).map(({ seq }) => seq)
const told = async () =>
  (await store.read.events.after(0, 100)).map(({ type, data }) => [type, data['agent'], data['entries']])

test('[C6] what is told twice is kept once, with one event for what is new', async () => {
  expect(await keep([entry('a', 'one'), entry('b', 'two')])).toBe(2)
  expect(await keep([entry('b', 'two'), entry('c', 'three')])).toBe(1)
  expect(await keep([entry('a', 'one')])).toBe(0)
  expect(await keep([entry('a', 'of ben')], 'transcript', BEN)).toBe(1)
  expect(await texts()).toEqual(['one', 'two', 'three'])
  expect(await told()).toEqual([
    ['conversation.grew', 'anna', 2],
    ['conversation.grew', 'anna', 1],
    ['conversation.grew', 'ben', 1],
  ])
})

test('[C6] a transcript says more than a hook, and may grow; nothing takes its place', async () => {
  await keep([entry('a', 'short')], 'hook')
  await keep([entry('a', 'longer')])
  expect(await texts()).toEqual(['longer'])
  await keep([entry('a', 'longer and longer')])
  await keep([entry('a', 'less')])
  await keep([entry('a', 'what the hook says, at length, once more')], 'hook')
  expect(await texts()).toEqual(['longer and longer'])
  expect(await texts({ search: 'short' })).toEqual([])
  expect(await texts({ search: 'and longer' })).toEqual(['longer and longer'])
})

test('[C6] a result is called like its tool, and everything belongs to the session that is under way', async () => {
  const tool = { id: 't', name: 'Edit', input: { file_path: '/srv/a.ts' }, failed: false }
  await keep([entry('tool:t', '', { kind: 'tool', tool })])
  await keep([entry('result:t', 'done', { kind: 'result', tool: { ...tool, name: '', input: null } })])
  const found = await list()
  expect(found.map((each) => [each.kind, each.tool?.name, each.session])).toEqual([
    ['tool', 'Edit', 's1'],
    ['result', 'Edit', 's1'],
  ])
})

test('[C3] [C6] pages go both ways by number, and words, kinds and file names are found', async () => {
  await keep(Array.from({ length: 10 }, (_, at) => entry(`e${at}`, `number ${at} "quoted*`)))
  const tool = { id: 't', name: 'Edit', input: { file_path: 'src/parser.ts' }, failed: false }
  await keep([entry('tool:t', '', { kind: 'tool', tool })])
  expect(await numbers({ limit: 3 })).toEqual([9, 10, 11])
  expect(await numbers({ limit: 3, before: 9 })).toEqual([6, 7, 8])
  expect(await numbers({ limit: 3, after: 2 })).toEqual([3, 4, 5])
  expect(await numbers({ kind: 'tool' })).toEqual([11])
  expect(await numbers({ search: 'parser.ts' })).toEqual([11])
  expect(await numbers({ search: '7 number' })).toEqual([8])
  expect(await numbers({ search: '"quoted* nowhere' })).toEqual([])
})

test('[C6] [P10] writes that come together are found by what they said last; one that is undone is not found', async () => {
  const before = keep([entry('a', 'word before')])
  const undone = store.write(async (writer) => {
    const at = timestampFromMs(clock.nowMs())
    await writer.conversations.add(ANNA.id, entry('undone', 'word of the undone'), 'transcript', at)
    throw new Error('changed my mind')
  })
  const after = keep([entry('b', 'word after')])
  const longer = keep([entry('a', 'word before, and more')])
  await Promise.allSettled([before, undone, after, longer])
  expect(await texts({ search: 'word' })).toEqual(['word before, and more', 'word after'])
  expect(await texts({ search: 'undone' })).toEqual([])
  expect(await texts({ search: 'more' })).toEqual(['word before, and more'])
})

test('[P7] nothing is kept before its secrets are out: words, input, and what is indexed', async () => {
  const tool = {
    id: 't',
    name: 'Bash',
    input: { command: `curl -H "x: ${KEY}"`, password: 'hunter2' },
    failed: false,
  }
  await keep([
    entry('a', `use ${KEY} at https://ann:hunter2@h.example`),
    entry('b', '', { kind: 'tool', tool }),
  ])
  const all = JSON.stringify(await list())
  expect([all.includes(KEY), all.includes('hunter2')]).toEqual([false, false])
  expect(await texts({ search: 'hunter2' })).toEqual([])
  expect(await texts({ search: 'redacted' })).toHaveLength(2)
})

test('[C6] what is very long is kept with its beginning and its end', async () => {
  await keep([entry('a', `begin ${'x'.repeat(1_000_000)} end`)])
  const input = { file_path: 'src/a.ts', content: 'y'.repeat(1_000_000) }
  await keep([entry('b', '', { kind: 'tool', tool: { id: 't', name: 'Write', input, failed: false } })])
  const [text = ''] = await texts()
  expect([text.length < 40_000, text.startsWith('begin x'), text.endsWith('x end')]).toEqual([
    true,
    true,
    true,
  ])
  const kept = (await list())[1]?.tool?.input as typeof input
  expect([kept.file_path, kept.content.length < 5000]).toEqual(['src/a.ts', true])
})

test('[C6] old entries are cut by count and by age, told of, and their numbers are not given again', async () => {
  await keep(Array.from({ length: 5 }, (_, at) => entry(`e${at}`, `old ${at}`)))
  await keep([entry('x', 'of ben')], 'transcript', BEN)
  clock.advance(10 * DAY_MS)
  await keep([entry('n', 'new')])
  await cutConversations({ store, clock, limits: { keepEntries: 4, keepDays: 365 } })
  expect(await texts()).toEqual(['old 2', 'old 3', 'old 4', 'new'])
  expect(await texts({ search: 'old 1' })).toEqual([])
  await cutConversations({ store, clock, limits: { keepEntries: 4, keepDays: 5 } })
  // The newest stays, however old it is.
  expect([await texts(), await texts({}, BEN)]).toEqual([['new'], ['of ben']])
  await keep([entry('m', 'next')])
  expect((await list()).map(({ seq }) => seq)).toEqual([7, 8])
  expect((await told()).filter(([type]) => type === 'conversation.cut')).toEqual([
    ['conversation.cut', ANNA.id, 2],
    ['conversation.cut', ANNA.id, 3],
  ])
})

const project = (name: string | null) => (name === null ? null : ProjectName.parse(name))

test.each([
  ['worker', 'shop', 'of its own project', 'shop', 'no: not yours to read'],
  ['supervisor', 'shop', 'of its own project', 'shop', 'words of a person'],
  ['supervisor', 'shop', 'of another project', 'site', 'no: not yours to read'],
  ['supervisor', null, 'of any project', 'site', 'words of a person'],
] as const)('[P7] a %s of %s asks for a conversation %s: %#', async (role, own, _whose, theirs, answer) => {
  await store.write(async ({ agents }) => {
    await agents.insert(makeAgent('anna', { id: ANNA.id, project: project(theirs) }))
    await agents.insert(makeAgent('boss', { role: RoleName.parse(role), project: project(own) }))
  })
  await keep([entry('a', 'words of a person')])
  const query = { limit: 10, after: 0 }
  const read = async () => {
    const { items } = await readHistory(
      { store },
      ANNA.name,
      query,
      agentPrincipal(AgentName.parse('boss'), 1),
    )
    return items.map(({ text }) => text).join()
  }
  const heard = await read().catch((error: unknown) => `no: ${String(error)}`)
  expect(heard).toMatch(new RegExp(answer.replace(': ', ': .*')))
})
