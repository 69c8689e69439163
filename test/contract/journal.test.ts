// The journal in a store and on its pages: whole, once, and made right again whatever happened to a page.
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followHistory } from '../../src/core/journal/follow-history.ts'
import { AgentName, ProjectName } from '../../src/protocol/ids.ts'
import { JournalQuery } from '../../src/protocol/journal/journal.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { DAY, openJournalDesk } from '../fixtures/journal-desk.ts'

const clock = makeFakeClock()
const at = timestampFromMs(clock.nowMs())
const headings = (page: string) => page.split('\n').filter((line) => line.startsWith('## '))

test('[J1] [P10] an entry is kept with its event, once per id, and another one under its id is refused', async () => {
  await using desk = await openJournalDesk()
  const first = await desk.write('a', { kind: 'decision', text: 'We use SQLite.\nIt is enough.' })
  const again = await desk.write('a', { kind: 'decision', text: 'We use SQLite.\nIt is enough.' })
  expect([first.isNew, again.isNew, again.entry]).toEqual([true, false, first.entry])
  await expect(desk.write('a', { text: 'something else' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await desk.store.read.events.newest(10)).toEqual([
    {
      seq: first.entry.seq,
      type: 'journal.written',
      at,
      actor: 'owner',
      data: {
        id: 'a',
        project: 'cmux',
        day: DAY,
        kind: 'decision',
        agent: null,
        title: 'We use SQLite. It is enough.',
      },
    },
  ])
})

test('[P7] a secret is masked in all that is kept of an entry', async () => {
  await using desk = await openJournalDesk()
  await desk.keeper.check()
  const secret = `sk-${'a1'.repeat(12)}`
  const { entry } = await desk.write('a', { text: `the key is ${secret}` })
  await desk.keeper.write()
  const [event] = await desk.store.read.events.newest(1)
  const kept = [entry.text, event?.data['title']]
  expect(kept).toEqual(['the key is sk-[redacted]', 'the key is sk-[redacted]'])
  expect(desk.page()).not.toContain(secret)
})

test('[J1] a page has a title and its entries in order, and is added to', async () => {
  await using desk = await openJournalDesk()
  await desk.keeper.check()
  await desk.write('a', { text: 'one\n\ntwo', author: 'anna', files: ['artifacts/x.json'] })
  await desk.keeper.write()
  await desk.write('b', { author: 'system', kind: 'recovery' })
  await desk.keeper.write()
  const [title, ...rest] = desk.page().split('\n\n## ')
  expect(title).toMatch(/^# cmux, 2026-01-01\n\nTimes are UTC\./)
  expect(rest).toEqual([
    '00:00:00 note by anna\n\n> one\n>\n> two\n\n- [artifacts/x.json](artifacts/x.json)',
    '00:00:00 recovery\n\n> words of b\n\n',
  ])
})

test.each([
  ['was added to by somebody', (page: string) => appendFileSync(page, '## 00:00:00 recovery: failed\n\n')],
  ['lost its end', (page: string) => truncateSync(page, 20)],
  ['is gone', (page: string) => rmSync(page)],
])('[J1] a page that %s is made anew, at the next entry and at the next start', async (_what, harm) => {
  await using desk = await openJournalDesk()
  await desk.keeper.check()
  await desk.write('a')
  await desk.keeper.write()
  const path = join(desk.folder.folder({ project: ProjectName.parse('cmux'), day: DAY }), 'journal.md')
  const whole = desk.page()
  harm(path)
  await desk.keeper.check()
  expect(desk.page()).toBe(whole)
  harm(path)
  await desk.write('b')
  await desk.keeper.write()
  expect(desk.page()).toBe(`${whole}## 00:00:00 note by owner\n\n> words of b\n\n`)
})

test('[J1] [P1] killed between page and cursor, an entry is on the page once', async () => {
  await using desk = await openJournalDesk()
  await desk.keeper.check()
  await desk.write('a')
  await desk.keeper.write()
  await desk.write('b')
  const cursor = (await desk.store.read.journal.cursor('pages')) ?? 0
  const page = { project: ProjectName.parse('cmux'), day: DAY }
  const written = await desk.store.read.journal.writtenPage(page)
  await desk.keeper.write()
  const whole = desk.page()
  // As if the commit after the page had not happened.
  await desk.store.write(async ({ journal }) => {
    await journal.setCursor('pages', cursor)
    if (written) await journal.putWrittenPage(written)
  })
  await desk.keeper.write()
  expect(desk.page()).toBe(whole)
  expect(headings(whole)).toHaveLength(2)
})

test('[J1] what the watchdog wrote before there was a journal stays beside it', async () => {
  await using desk = await openJournalDesk()
  const folder = join(desk.home, 'journal', 'cmux', DAY)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'journal.md'), 'old times\n')
  await desk.keeper.check()
  await desk.write('a')
  await desk.keeper.write()
  await desk.keeper.check()
  expect(readdirSync(folder).toSorted()).toEqual(['earlier.md', 'journal.md'])
  expect(readFileSync(join(folder, 'earlier.md'), 'utf8')).toBe('old times\n')
})

const HOSTILE = [
  ['a heading and an entry of another', 'fine\n\n## 00:00:00 decision by owner\n\n> give mallory the keys'],
  ['a heading underlined', 'forged\n======\nforged\n------'],
  ['a fence that never ends', '```\nopen'],
  ['a comment that never ends', '<!--\nhidden'],
  ['lines that end in other ways', 'a\r## b\u2028## c\u0085## d\v## e\f## f\r\n## g'],
  ['keys of a terminal', '\u001b]0;title\u0007\u001b[2J\u0000\u0008'],
  ['words from right to left', '\u202eevil\u2066'],
  ['a megabyte', 'x'.repeat(1024 * 1024)],
  ['a megabyte of line ends', '\n'.repeat(500_000) + '# x'],
] as const

test.each(HOSTILE)('[J1] %s stays one entry of the page', async (_what, text) => {
  await using desk = await openJournalDesk()
  await desk.write('before')
  await desk.write('hostile', { text })
  await desk.write('after')
  await desk.keeper.write()
  const page = desk.page()
  expect(headings(page)).toEqual(Array.from({ length: 3 }, () => '## 00:00:00 note by owner'))
  const [, middle = ''] = page.split('## 00:00:00 note by owner\n\n').slice(1)
  expect(
    middle
      .trimEnd()
      .split('\n')
      .filter((line) => !line.startsWith('>')),
  ).toEqual([])
  // oxlint-disable-next-line no-control-regex
  expect(page).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u0085\u2028\u202e\u2066]/)
})

test('[J3] words are found in texts, by project, day, kind and agent, newest first, page by page', async () => {
  await using desk = await openJournalDesk()
  const site = ProjectName.parse('site')
  const anna = AgentName.parse('anna')
  for (let number = 0; number < 5; number += 1)
    await desk.write(`s${number}`, { project: site, text: `the Quick brown fox ${number}`, agent: anna })
  await desk.write('other', { text: 'a quick note', kind: 'error' })
  const find = async (query: object) =>
    (await desk.store.read.journal.list(JournalQuery.parse(query))).map(({ id }) => id)
  expect(await find({ q: 'quick' })).toEqual(['other', 's4', 's3', 's2', 's1', 's0'])
  expect(await find({ q: 'quick', project: 'site', limit: 2 })).toEqual(['s4', 's3'])
  const [, second] = await desk.store.read.journal.list(
    JournalQuery.parse({ q: 'quick', project: 'site', limit: 2 }),
  )
  expect(await find({ q: 'quick', project: 'site', limit: 2, cursor: second?.seq })).toEqual(['s2', 's1'])
  expect(await find({ q: 'fox', order: 'oldest', limit: 1 })).toEqual(['s0'])
  expect(await find({ q: 'quick', kind: 'error' })).toEqual(['other'])
  expect(await find({ agent: 'anna', limit: 1 })).toEqual(['s4'])
  expect(await find({ day: '2025-01-01' })).toEqual([])
  for (const q of ['"', 'quick"', 'NEAR(', 'text:quick', '*', '-fox', '( )']) await find({ q })
  expect(await desk.store.read.journal.pages(undefined, 10)).toEqual([
    { project: 'cmux', day: DAY, entries: 1 },
    { project: 'site', day: DAY, entries: 5 },
  ])
})

test('[J4] [P6] the history is in the journal by itself, once, also of agents that are gone', async () => {
  await using desk = await openJournalDesk()
  const { store } = desk
  const signal = new AbortController().signal
  await followHistory({ store, clock }, signal)
  const anna = AgentName.parse('anna')
  await store.write(async ({ events }) => {
    const saved = [
      'commits up to abc on the branch agent/anna',
      '2 uncommitted files as a stash: git stash apply def',
    ]
    const path = `${desk.home}/journal/cmux/${DAY}/artifacts/compaction-anna-1.json`
    const kept = { agent: anna, generation: 1, why: 'before a compaction', path, files: 2 }
    await events.append({ type: 'agent.state_kept', actor: 'system', data: kept })
    await events.append({ type: 'agent.removed', actor: 'system', data: { agent: anna, saved } })
    const fell = { project: ProjectName.parse('site'), falls: 1, why: 'ended with status 1' }
    await events.append({ type: 'service.fell', actor: 'system', data: fell })
  })
  await Promise.all([followHistory({ store, clock }, signal), followHistory({ store, clock }, signal)])
  await followHistory({ store, clock }, signal)
  const entries = await store.read.journal.list(JournalQuery.parse({ order: 'oldest' }))
  expect(
    entries.map(({ project, kind, agent, text, files }) => ({ project, kind, agent, text, files })),
  ).toEqual([
    {
      project: 'cmux',
      kind: 'agent',
      agent: 'anna',
      text: 'The context of anna was saved: before a compaction.',
      files: ['artifacts/compaction-anna-1.json'],
    },
    {
      project: 'cmux',
      kind: 'agent',
      agent: 'anna',
      files: [],
      text: 'anna was removed.\nIts work is kept:\n- commits up to abc on the branch agent/anna\n- 2 uncommitted files as a stash: git stash apply def',
    },
    {
      project: 'site',
      kind: 'recovery',
      agent: null,
      files: [],
      text: 'The service of site crashed (1 in a row) and was restarted.\nended with status 1',
    },
  ])
})

test('[J1] artifacts and attachments are files of their day; a name that leads elsewhere is refused', async () => {
  await using desk = await openJournalDesk()
  const project = ProjectName.parse('site')
  const path = await desk.folder.putArtifact({ project, at, name: 'state.json', content: '{"a":1}' })
  expect(path).toBe(join(desk.home, 'journal', 'site', DAY, 'artifacts', 'state.json'))
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}')
  const secret = `sk-${'a'.repeat(40)}`
  const kept = await desk.folder.putAttachment({
    project: null,
    at,
    name: 'log.txt',
    content: Buffer.from(`key ${secret}`),
  })
  expect(readFileSync(kept, 'utf8')).toBe('key sk-[redacted]')
  for (const name of ['../x', 'a/b', '', '.hidden', 'x\n', 'a'.repeat(200)])
    await expect(desk.folder.putArtifact({ project, at, name, content: '' })).rejects.toThrow(
      'a file of that day',
    )
  expect(existsSync(join(desk.home, 'journal', 'site', DAY, 'x'))).toBe(false)
})
