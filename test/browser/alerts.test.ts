// Alerts in the dashboard: what cmux noticed is there by itself, can be unfolded, and is gone when it is marked as seen. And pages that
// are served and broken: a rehearsal refuses them.
import { appendFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../fixtures/find-faults.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { pageFile } from '../fixtures/page-file.ts'
import { plantRelease } from '../fixtures/plant-release.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('alerts', { CMUX_REHEARSAL_BROWSER: 'auto' })
})
afterAll(() => stage[Symbol.asyncDispose]())

const WITHIN = { timeout: 30_000 }
const LONG = 'x'.repeat(300)

const write = (words: string) =>
  appendFileSync(join(stage.guarded.home, 'logs', 'server.log'), `{"level":50,"msg":"${words}"}\n`)

test('[W4] an alert appears by itself, with its lines, and is gone when somebody has seen it', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/health' })
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Alerts' }) })
  await card.getByText('Nothing was noticed.').waitFor()
  // What is written before the first look is history.
  await expect
    .poll(async () => {
      write('the sky falls')
      return card.getByText('the sky falls').count()
    }, WITHIN)
    .toBeGreaterThan(0)
  write(`<b>an error</b> with a long word ${LONG}`)
  await card.getByText('<b>an error</b>').first().waitFor(WITHIN)
  await card
    .getByText(/of the lines|The line/)
    .first()
    .click()
  await shoot('alerts')
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot('alerts-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  for (const words of [/an error/, /the sky falls/])
    await card.getByRole('button', { name: new RegExp(`Mark as seen: .*${words.source}`) }).click()
  await card.getByText('Nothing was noticed.').waitFor(WITHIN)
  await card.getByRole('button', { name: 'Those seen, too' }).click()
  await card.getByText('the sky falls').first().waitFor(WITHIN)
  await card.getByText('seen by').first().waitFor()
  expect(complaints).toEqual([])
})

test('alerts can be read in the dark', async () => {
  const { page, shoot } = await stage.browser.open(stage.guarded, { path: '/health', theme: 'dark' })
  await page.getByRole('button', { name: 'Those seen, too' }).click()
  await page.getByText('the sky falls').first().waitFor(WITHIN)
  await shoot('alerts-dark')
  expect(await findFaults(page)).toEqual([])
})

const scriptOf = (folder: string) => join(folder, 'web', pageFile(folder, 'script'))

const BROKEN_PAGES = [
  {
    id: 'page-throws',
    change: (folder: string) => writeFileSync(scriptOf(folder), "throw new Error('planted at its start')"),
    words: 'page: it throws: Error: planted at its start',
  },
  {
    id: 'page-is-empty',
    change: (folder: string) => writeFileSync(scriptOf(folder), 'export {}'),
    words: 'page: it loaded, and draws nothing',
  },
  {
    id: 'page-lacks-a-part',
    change(folder: string) {
      const assets = join(folder, 'web', 'assets')
      const part = readdirSync(assets).find((name) => /^overview-.*\.js$/.test(name))
      rmSync(join(assets, part ?? 'none'))
    },
    words: 'answered 404',
  },
] as const

test.each(BROKEN_PAGES)('[L9] a release whose page is served and broken is refused: $id', async (broken) => {
  const current = basename(readlinkSync(join(stage.guarded.home, 'current')))
  plantRelease(stage.guarded.home, broken.id, current, broken.change)
  const { code, stderr } = await stage.guarded.run('release', 'promote', broken.id)
  expect([code, stderr]).toEqual([1, expect.stringContaining(broken.words)])
  expect(stderr).toContain('the rehearsal refused it: page: ')
  expect(basename(readlinkSync(join(stage.guarded.home, 'current')))).toBe(current)
})
