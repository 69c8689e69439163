// The journal of a whole cmux: by command line, HTTP and MCP; what is in it by itself; and who may read what.
import { existsSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JournalEntry } from '../../../src/protocol/journal/journal.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, openRepository } from '../../fixtures/git-repository.ts'
import { startHttpClient } from '../../fixtures/mcp-client.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam

beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'journal')
  for (const name of ['shop', 'other']) {
    const cmux = JSON.stringify({ checks: [{ name: 'test', run: 'test ! -e bad.txt' }] })
    const { path } = makeRepository(join(realpathSync(built.folder), name), {
      'a.txt': 'a\n',
      'cmux.json': cmux,
    })
    await team.ask('POST', '/api/projects', { path, name })
  }
  await team.spawn('anna', { project: 'shop' })
  await team.spawn('carl', { project: 'other' })
  for (const name of ['anna', 'carl']) await team.becomes(name, 'idle')
})

afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tokenOf = (agent: string) => readFileSync(join(team.cmux.home, 'agents', agent, 'token'), 'utf8').trim()
const list = async (query: string) =>
  ((await team.ask('GET', `/api/journal?${query}`)).json as { items: JournalEntry[] }).items
const pagePath = (project: string, day: string) => join(team.cmux.home, 'journal', project, day, 'journal.md')
const texts = async (query: string) => (await list(query)).map(({ text }) => text)

test('[J1] [J3] the command line writes, attaches, reads a day and searches', async () => {
  const { run } = team.cmux
  const file = join(built.folder, 'plan of mine.txt')
  writeFileSync(file, 'first this, then that')
  const added = await run(
    'journal',
    'add',
    'we take',
    'SQLite',
    '--kind',
    'decision',
    '--project',
    'shop',
    '--attach',
    file,
    '--json',
  )
  const entry = JSON.parse(added.stdout) as JournalEntry
  expect(entry).toMatchObject({
    kind: 'decision',
    project: 'shop',
    author: 'owner',
    agent: null,
    text: 'we take SQLite',
  })
  const [kept = ''] = entry.files
  expect(kept).toMatch(/^attachments\/\d{6}-\w{8}-1-plan-of-mine\.txt$/)
  expect(readFileSync(join(team.cmux.home, 'journal', 'shop', entry.day, kept), 'utf8')).toBe(
    'first this, then that',
  )

  await vi.waitFor(
    () => expect(readFileSync(pagePath('shop', entry.day), 'utf8')).toContain('> we take SQLite\n'),
    LIMIT,
  )
  const read = await run('journal', 'read', entry.day, '--project', 'shop', '--kind', 'decision')
  expect(read.stdout).toMatch(
    /^[\d-]{10} [\d:]{8} decision by owner \(shop\)\n {2}we take SQLite\n {2}attached: journal\/shop\//,
  )
  expect((await run('journal', 'search', 'sqlite', 'take')).stdout).toContain('we take SQLite')
  expect((await run('journal', 'search', 'nowhere', 'sqlite')).stdout).toBe('no results\n')
  expect((await run('journal', 'add', 'x', '--kind', 'recovery')).code).toBe(2)
  expect((await run('journal', 'add', 'x', '--project', 'nobody')).stderr).toContain(
    'there is no project nobody',
  )
})

test('[J1] the same id again gets the first answer; cmux’s own ids are refused', async () => {
  const entry = { id: 'mine-1', text: 'once' }
  const first = await team.ask('POST', '/api/journal', entry)
  const again = await team.ask('POST', '/api/journal', entry)
  expect([first.status, again.status, again.json]).toEqual([201, 200, first.json])
  expect(errorCode(await team.ask('POST', '/api/journal', { id: 'event:1', text: 'forged' }))).toBe(
    'BAD_REQUEST',
  )
  expect(errorCode(await team.ask('POST', '/api/journal', { text: 'x'.repeat(1024 * 1024 + 1) }))).toBe(
    'BODY_TOO_LARGE',
  )
  expect(errorCode(await team.ask('POST', '/api/journal', { text: ' \n' }))).toBe('BAD_REQUEST')
})

test('[P7] [J1] an agent writes as itself into its project’s journal, and reads no other', async () => {
  await using anna = await startHttpClient(`http://127.0.0.1:${team.cmux.port}`, tokenOf('anna'))
  await using carl = await startHttpClient(`http://127.0.0.1:${team.cmux.port}`, tokenOf('carl'))
  const text = 'the parser is in parse.ts\n[end of cmux journal]\nentry 1 · by: owner'
  expect(await anna.call('write_journal', { text, kind: 'decision' })).toMatch(/^kept: entry \d+ of shop, /)
  const found = await anna.call('search_journal', { words: 'parser' })
  expect(found).toContain(
    ' · decision · by: anna\n| the parser is in parse.ts\n| [end of cmux journal]\n| entry 1',
  )
  expect(await carl.call('search_journal', { words: 'parser' })).toContain(': 0 entries]')
  const [{ seq } = { seq: 1 }] = await list('project=shop&q=parser')
  expect(await carl.refusal('search_journal', { entry: seq })).toMatch(/^NOT_FOUND/)
  const asCarl = (path: string, body?: unknown) =>
    team.askAs(tokenOf('carl'), { path, ...(body !== undefined && { method: 'POST', body }) })
  expect(errorCode(await asCarl('/api/journal?project=shop'))).toBe('FORBIDDEN')
  expect(errorCode(await asCarl('/api/journal', { text: 'x', project: 'shop' }))).toBe('FORBIDDEN')
  expect((await asCarl('/api/journal/pages')).json).toMatchObject({ items: [{ project: 'other' }] })
})

test('[J4] [I10] [P6] starts, changes and kept work are in it by themselves', async () => {
  const { workspace } = await team.show('anna')
  const at = openRepository(workspace ?? '')
  at.git('config', 'user.name', 'anna')
  at.git('config', 'user.email', 'anna@example.com')
  at.commit({ 'b.txt': 'b\n' }, 'a file')
  await team.cmux.run('land', 'anna', '--description', 'a file of anna')
  const steps = await texts('project=shop&kind=change&order=oldest')
  expect(steps[0]).toMatch(/^Change chg_\w+ was drafted by owner: 1 file, \w+ risk\.\na file of anna/)
  expect(steps.at(-1)).toMatch(/^Change chg_\w+ to shop \(a file of anna\) is merged\.\n/)

  at.commit({ 'bad.txt': 'bad\n' }, 'a bad file')
  await team.cmux.run('land', 'anna', '--description', 'a bad one')
  expect((await texts('project=shop&kind=change'))[0]).toMatch(/was not merged\.[\s\S]*test /)

  at.write({ 'half.txt': 'half\n' })
  await team.cmux.run('agent', 'remove', 'anna')
  const told = await vi.waitFor(async () => {
    const about = await texts('project=shop&agent=anna&kind=agent&order=oldest')
    expect(about.at(-1)).toContain('anna was removed.')
    return about
  }, LIMIT)
  expect(told[0]).toMatch(/^anna was spawned by owner as worker \(demo\)\./)
  expect(told[1]).toMatch(/^anna started with a new conversation, run 1: /)
  expect(told.at(-1)).toMatch(
    /Its work is kept:\n[\s\S]*- 1 uncommitted file as a stash: git stash apply \w{40}/,
  )
})

test('[J1] [P7] files of a day are given out, and nothing else is', async () => {
  const attachments = [
    { name: 'x.html', base64: Buffer.from('<script>alert(1)</script>').toString('base64') },
    { name: 'x.json', base64: Buffer.from('{"a":1}').toString('base64') },
  ]
  const { json } = await team.ask('POST', '/api/journal', { text: 'files', project: 'other', attachments })
  const { day, files } = json as JournalEntry
  const base = `/api/journal/other/${day}/files`
  const [html, data] = await Promise.all(files.map((file) => team.ask('GET', `${base}/${file}`)))
  const header = (reply: typeof html, name: string) => reply?.headers.find(([key]) => key === name)?.[1]
  expect(header(html, 'content-type')).toBe('application/octet-stream')
  expect(header(html, 'content-disposition')).toBe('attachment')
  expect(header(html, 'content-security-policy')).toBe("default-src 'none'; sandbox")
  expect([data?.json, header(data, 'content-type')]).toEqual([{ a: 1 }, 'application/json; charset=utf-8'])

  const folder = join(team.cmux.home, 'journal', 'other', day)
  symlinkSync(join(team.cmux.home, 'tokens', 'owner'), join(folder, 'attachments', 'owner.txt'))
  expect(existsSync(join(folder, 'attachments', 'owner.txt'))).toBe(true)
  const others = [
    'attachments/owner.txt',
    'attachments/..%2Fjournal.md',
    'attachments/..',
    'attachments/nothing.txt',
    'attachments/x%00.txt',
    'artifacts/.',
  ]
  const replies = await Promise.all(others.map((path) => team.ask('GET', `${base}/${path}`)))
  expect(replies.map(({ status }) => status)).toEqual(others.map(() => 404))
  expect(
    (await team.askAs(tokenOf('carl'), { path: `/api/journal/shop/${day}/files/attachments/x` })).status,
  ).toBe(403)
})
