// Looking around in a workspace and in the journal, in the dashboard.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Agent } from '../../src/protocol/agents/agent.ts'
import { ask } from '../fixtures/ask.ts'
import { makeChangeProject } from '../fixtures/change-project.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

let stage: Stage
let temp: TempFolder
let workspace: string

beforeAll(async () => {
  temp = makeTempFolder()
  stage = await openStage('files', FAST_DEMO)
  await makeChangeProject(stage.guarded, temp.path, 'shop', 'true')
  await stage.guarded.run('agent', 'spawn', 'ada', '--runtime', 'demo', '--project', 'shop')
  const { json } = await ask(stage.guarded, { path: '/api/agents/ada', token: stage.guarded.owner })
  workspace = (json as Agent).workspace ?? '?'
})

afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

afterEach(() => stage.closePages())

const HOSTILE = '<img src=x onerror="document.title=1">\n\u202egpj.exe\n'

test('[U10] a person goes from an agent’s work to its files, reads one, and sees where links lead', async () => {
  mkdirSync(join(workspace, 'src', 'deep'), { recursive: true })
  writeFileSync(join(workspace, 'src', 'deep', 'hostile.ts'), HOSTILE)
  symlinkSync('src/deep/hostile.ts', join(workspace, 'shortcut'))
  symlinkSync('/etc/passwd', join(workspace, 'outside'))
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/agents/ada?tab=work',
  })
  await page.getByRole('link', { name: 'All files' }).click()
  const list = page.getByRole('list', { name: 'folder contents' })
  await list.getByRole('link', { name: 'src' }).click()
  await list.getByRole('link', { name: 'deep' }).click()
  await list.getByRole('link', { name: 'hostile.ts' }).click()
  // As text, and with its tricks written out.
  await page.locator('[data-text]', { hasText: '<img src=x' }).waitFor()
  expect(await page.locator('[data-text]').innerText()).toContain('\\u202egpj.exe')
  await shoot('files-text')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('navigation', { name: 'path' }).getByRole('link', { name: 'top' }).click()
  await list.getByRole('link', { name: 'outside' }).click()
  await page.getByText('outside this root').waitFor()
  await page.goBack()
  await shoot('files-folder')
  expect(await findFaults(page)).toEqual([])
  await list.getByRole('link', { name: 'shortcut' }).click()
  await page.getByRole('link', { name: 'src/deep/hostile.ts' }).click()
  await page.locator('[data-text]').waitFor()
  expect(complaints).toEqual([])
})

test('[U10] what an agent writes comes in by itself; an empty journal says so', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/files?root=workspace:ada' })
  await page.getByRole('link', { name: 'a.txt' }).waitFor()
  writeFileSync(join(workspace, 'new.txt'), 'new')
  await page.getByRole('link', { name: 'new.txt' }).waitFor({ timeout: 30_000 })
  await page.getByLabel('Files of').selectOption('journal')
  await page.getByRole('heading', { name: 'the journal' }).waitFor()
  expect(complaints).toEqual([])
})

const MARKDOWN = [
  '# What it is',
  '',
  'A **shop** with `one` till, see [the docs](https://sqlite.org/wal.html):',
  '',
  '- [x] opened\r',
  '',
  '<script>globalThis.hurt = 1</script>',
  '<img src=x onerror="globalThis.hurt = 1"> ![image](https://evil.example/track.png)',
  '[click](javascript:globalThis.hurt=1) [data](data:text/html,<script>1</script>)',
  '[https://good.example](https://evil.example/)',
  '<style>body{display:none}</style><iframe src="/"></iframe>',
  '\u202egnp.exe\u001b]0;x\u0007',
  '> '.repeat(2000),
  '- '.repeat(3000),
  'w'.repeat(50_000),
  '\n#'.repeat(500),
].join('\n')

test('[U10] Markdown is drawn, its source is a press away, and hostile content does nothing', async () => {
  writeFileSync(join(workspace, 'README.md'), MARKDOWN)
  const asked: string[] = []
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/files?root=workspace:ada',
    width: 390,
  })
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('link', { name: 'README.md' }).click()
  const drawn = page.getByRole('article', { name: 'README.md, rendered' })
  await drawn.getByText('What it is').waitFor()
  expect(await drawn.locator('strong, code').allTextContents()).toEqual(['shop', 'one'])
  expect(await drawn.locator('li').first().textContent()).toBe('☑ opened')
  expect(await drawn.textContent()).toContain(String.raw`\u202egnp.exe\u001b`)
  expect(await page.evaluate('globalThis.hurt')).toBeUndefined()
  expect(await drawn.locator('script, img, iframe, style, form, object, svg').count()).toBe(0)
  const links = await drawn
    .locator('a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]))
  expect(new Set(links.map(([, rel]) => rel))).toEqual(new Set(['noopener noreferrer nofollow']))
  expect(links.filter(([href]) => !/^https?:\/\//.test(String(href)))).toEqual([])
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  expect(overflow).toBe(0)
  await shoot('files-markdown')
  expect(await findFaults(page)).toEqual([])

  await page.getByRole('button', { name: 'Source' }).press('Enter')
  await page.locator('[data-text]', { hasText: '<script>globalThis.hurt = 1</script>' }).waitFor()
  expect(await drawn.count()).toBe(0)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Source' }).click()
  await drawn.waitFor()
  expect(asked.filter((url) => !url.includes('127.0.0.1'))).toEqual([])
  expect(complaints).toEqual([])
})
