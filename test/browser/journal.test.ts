// The journal in the dashboard: live, searched, with artifacts as cards; and hostile text that does nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { JournalEntry } from '../../src/protocol/journal/journal.ts'
import { ask } from '../fixtures/ask.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('journal')
  const { path } = makeRepository(join(stage.cmux.folder, 'shop'), { 'a.txt': 'a\n' })
  await write('/api/projects', { path, name: 'shop' })
})

afterAll(() => stage[Symbol.asyncDispose]())
afterEach(() => stage.closePages())

const write = async (path: string, body: unknown) =>
  (await ask(stage.guarded, { method: 'POST', path, token: stage.guarded.owner, body })).json as JournalEntry
const note = (text: string, more: object = {}) => write('/api/journal', { text, ...more })
const linesOf = (page: Page) => page.getByRole('list', { name: 'journal, newest first' }).locator('> li')

const MARKDOWN = `# Where we are

We **stay** with \`SQLite\`, see [the docs](https://sqlite.org/wal.html):

- one writer
- [x] measured

\`\`\`ts
const answer = 42
\`\`\`
`

test('[U5] [U8] entries come in by themselves, as Markdown, and are narrowed by words, kind, day and project', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/journal' })
  const lines = linesOf(page)
  await note('a plain note of nobody')
  await lines.getByText('a plain note of nobody').waitFor()
  const { day } = await note(MARKDOWN, { project: 'shop', kind: 'decision' })
  const decision = lines.filter({ hasText: 'Where we are' })
  await decision.waitFor()
  expect(await decision.locator('strong, code, pre, li').allTextContents()).toEqual([
    'stay',
    'SQLite',
    'one writer',
    '☑ measured',
    'const answer = 42',
  ])
  const link = decision.getByRole('link', { name: 'the docs (sqlite.org)' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    'https://sqlite.org/wal.html',
    'noopener noreferrer nofollow',
  ])

  await page.getByLabel('New journal entry').fill('by hand, in the page')
  await page.getByLabel('kind of entry').selectOption('error')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await lines.first().getByText('by hand, in the page').waitFor()
  expect(await lines.first().getAttribute('data-kind')).toBe('error')
  await shoot('journal')
  expect(await findFaults(page)).toEqual([])

  await page.getByLabel('words').fill('sqlite')
  await expect.poll(() => lines.count()).toBe(1)
  await page.getByLabel('words').fill('sqlite nowhere')
  await page.getByText('No journal entries').waitFor()
  await page.getByLabel('words').fill('')
  await page.getByLabel('kind', { exact: true }).selectOption('error')
  await expect.poll(() => lines.allTextContents()).toEqual([expect.stringContaining('by hand')])
  await page.getByLabel('kind', { exact: true }).selectOption('')
  await page.getByLabel('day').selectOption(day)
  expect(page.url()).toContain('day=')
  await page.getByRole('button', { name: 'project: All projects' }).click()
  await page.getByRole('menuitem', { name: /^shop/ }).click()
  await expect.poll(() => lines.count()).toBe(1)
  expect(complaints).toEqual([])
})

const STATE = {
  files_modified: ['src/a.ts', 'src/b.ts'],
  decisions: [{ decision: 'use <b>SQLite</b>', reason: 'one machine' }],
  open_questions: ['which port?'],
  current_task: { id: 'tsk_1', objective: 'mend the build' },
  blockers: [],
  git_state: { branch: 'agent/anna', uncommitted: ['x.ts'], recent_commits: ['abc a commit'] },
}

test('[U5] the artifact of a compaction is a readable card', async () => {
  const { seq, day } = await note('anna was compacted', { project: 'shop' })
  const folder = join(stage.guarded.home, 'journal', 'shop', day, 'artifacts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'compaction-anna.json'), JSON.stringify(STATE))
  const database = new DatabaseSync(join(stage.guarded.home, 'cmux.db'), { timeout: 10_000 })
  database
    .prepare('update journal set files = ? where seq = ?')
    .run('["artifacts/compaction-anna.json"]', seq)
  database.close()
  for (const look of [{ width: 1280 }, { width: 390, theme: 'dark' } as const]) {
    const open = await stage.browser.open(stage.guarded, { path: '/journal', ...look })
    const entry = linesOf(open.page).filter({ hasText: 'anna was compacted' })
    await entry.getByRole('button', { name: 'show' }).click()
    const terms = entry.locator('dt')
    await terms.first().waitFor()
    expect(await terms.allTextContents()).toEqual([
      'Current task',
      'Decisions',
      'Open questions',
      'Blockers',
      'Files modified',
      'Git',
    ])
    await entry.getByText('use <b>SQLite</b> (reason: one machine)').waitFor()
    const [saved] = await Promise.all([
      open.page.waitForEvent('download'),
      entry.getByRole('button', { name: 'compaction-anna.json' }).click(),
    ])
    expect(JSON.parse(readFileSync(await saved.path(), 'utf8'))).toEqual(STATE)
    await open.shoot(`journal-artifact-${look.width}`)
    expect(await findFaults(open.page)).toEqual([])
    expect(open.complaints).toEqual([])
  }
})

const HOSTILE = [
  '<script>globalThis.hurt = 1</script>',
  '<img src=x onerror="globalThis.hurt = 1">',
  '[click](javascript:globalThis.hurt=1) [data](data:text/html,<script>1</script>) <a href="javascript:1">x</a>',
  '[https://good.example](https://evil.example/)',
  '![image](https://evil.example/track.png)',
  '<style>body{display:none}</style><iframe src="/"></iframe>',
  '\u202egnp.exe\u001b]0;x\u0007',
  `# ${'heading '.repeat(200)}`,
  '- '.repeat(3000),
  'w'.repeat(1024 * 1024),
  '> '.repeat(2000),
  '\n#'.repeat(200_000),
]

test('[U5] hostile text does nothing, and fits', async () => {
  for (const text of HOSTILE) await note(text, { kind: 'note' })
  await note('the last one of the hostile')
  const asked: string[] = []
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/journal',
    width: 390,
  })
  page.on('request', (request) => asked.push(request.url()))
  const lines = linesOf(page)
  await lines.getByText('the last one of the hostile').waitFor()
  await expect.poll(() => lines.count()).toBeGreaterThan(HOSTILE.length)
  const folded = page.getByRole('button', { name: /^show all/ })
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click()
  await lines.getByText('<img src=x onerror="globalThis.hurt = 1">').waitFor()
  expect(await page.evaluate('globalThis.hurt')).toBeUndefined()
  expect(await lines.locator('script, img, iframe, style, form, object').count()).toBe(0)
  const links = await lines
    .locator('a[target]')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.textContent]),
    )
  expect(links).toContainEqual([
    'https://evil.example/',
    'noopener noreferrer nofollow',
    'https://good.example (evil.example)',
  ])
  expect(links.filter(([href]) => !/^https?:\/\//.test(String(href)))).toEqual([])
  expect(asked.filter((url) => !url.includes('127.0.0.1'))).toEqual([])
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
  await shoot('journal-hostile')
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})
