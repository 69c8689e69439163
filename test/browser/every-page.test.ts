// Every page for everybody: no serious fault of accessibility, in both themes, wide and on a phone, and by keyboard alone.
import { gzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGES } from '../../src/protocol/pages.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import type { OpenPage } from '../fixtures/open-browser.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { sampleRows } from '../fixtures/sample-rows.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('pages')
  await stage.guarded.run('up', '--demo', '--no-open')
})

afterAll(() => stage[Symbol.asyncDispose]())

const PATHS = [
  ['overview', '/'],
  ['chat', '/chat'],
  ['agents', '/agents'],
  ['spawn', '/agents?spawn=true'],
  ['agent', '/agents/demo-ada'],
  ['agent-conversation', '/agents/demo-ada?tab=conversation'],
  ['agent-state', '/agents/demo-ada?tab=state'],
  ['agent-work', '/agents/demo-ada?tab=work'],
  ['agent-lives', '/agents/demo-ada?tab=lives'],
  ['terminals', '/terminals?show=demo-ada,demo-bob'],
  ['tasks', '/tasks'],
  ['tasks-tree', '/tasks?as=tree'],
  ['task', '/tasks/tsk_0000000000000000000000dem0'],
  ['approvals', '/approvals'],
  ['budgets', '/budgets'],
  ['budget-dialog', '/budgets?set=agent:demo-ada'],
  ['health', '/health'],
  ['machine', '/machine'],
  ['audit', '/audit'],
  ['changes', '/changes'],
  ['timeline', '/timeline'],
  ['release', '/releases/none'],
  ['files', '/files?root=workspace:demo-ada'],
  ['journal', '/journal'],
  ['audit-of-agent', '/audit?agent=demo-ada&types=agent.*'],
] as const

const LOOKS = [
  { name: 'wide light', width: 1280, height: 800, theme: 'light' },
  { name: 'wide dark', width: 1280, height: 800, theme: 'dark' },
  { name: 'phone light', width: 390, height: 844, theme: 'light' },
  { name: 'phone dark', width: 390, height: 844, theme: 'dark' },
] as const

/** Half of the pages in one look each by default, and all of them in all looks in a soak. */
const SHOWN = sampleRows(
  'looks of pages',
  sampleRows('pages', PATHS, { count: Math.ceil(PATHS.length / 2) }).flatMap(([name, path]) =>
    LOOKS.map((look) => ({ name, path, look })),
  ),
  { count: 1, groupOf: ({ name }) => name },
)

const looks = LOOKS.filter((look) => SHOWN.some((shown) => shown.look === look))

describe.each(looks)('$name', (look) => {
  const pages = SHOWN.filter((shown) => shown.look === look)
  let open: OpenPage
  beforeAll(async () => {
    open = await stage.browser.open(stage.guarded, look)
  })
  afterAll(() => open.context.close())

  test.each(pages)('$name shuts nobody out, fits, and complains of nothing', async ({ name, path }) => {
    const { page, complaints, shoot } = open
    await page.goto(new URL(path, page.url()).href)
    await page.locator('[data-connection="live"]').waitFor()
    await page.getByRole('heading').first().waitFor()
    await shoot(`${name}-${look.name.replace(' ', '-')}`)
    expect(await findFaults(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(complaints).toEqual([])
  })
})

test('the pages that the server knows are those that the page has', () => {
  const first = PATHS.flatMap(([, path]) => /^\/(\w+)/.exec(path)?.[1] ?? [])
  expect([...new Set(first)].toSorted()).toEqual([...PAGES].toSorted())
})

test('by keyboard alone: from page to page, to an agent by a few letters, and back', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded)
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/tasks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('bob')
  await page.getByRole('option', { name: /demo-bob/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/agents/demo-bob')
  await page.getByRole('heading', { name: 'demo-bob', level: 1 }).waitFor()
  await page.goBack()
  await page.waitForURL('**/tasks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('theme: dark')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await page.reload()
  await page.locator('[data-connection="live"]').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  expect(complaints).toEqual([])
})

test('[U8] a project is chosen by keyboard, stays in the address, and goes along to other pages', async () => {
  const { page } = await stage.browser.open(stage.guarded)
  await page.getByRole('button', { name: 'project' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /^demo/ }).waitFor()
  await page.getByRole('menuitem', { name: /^demo/ }).press('Enter')
  await page.waitForURL('**/?project=demo')
  await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click()
  await expect.poll(() => page.url()).toMatch(/\/agents\?project=demo$/)
})

test('what is loaded at first is small, and the rest by page', () => {
  const web = join(stage.cmux.programs, 'web')
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, name = '']) => name)
  const bytes = scripts.map((name) => gzipSync(readFileSync(join(web, name))).length)
  expect(scripts.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})

test('[P7] no script runs that is not a file of ours: no inline one, none from elsewhere', async () => {
  const answer = await fetch(`http://127.0.0.1:${stage.guarded.port}/`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("script-src 'self';")
  expect(policy.match(/unsafe-inline/g)).toHaveLength(1)
  expect(policy).toMatch(/style-src [^;]*'unsafe-inline'/)
})
