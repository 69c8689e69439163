// Alerts in the dashboard: what cmux noticed is there by itself, can be unfolded, and is gone when it is marked as seen. And pages that
// are served and broken: a rehearsal refuses them.
import { appendFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../src/protocol/alerts/alert.ts'
import type { Health } from '../../src/protocol/health.ts'
import { ask } from '../fixtures/ask.ts'
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
  await card.getByText('No alerts').waitFor()
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
    .getByText(/^\d+ lines?$/)
    .first()
    .click()
  await shoot('alerts')
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot('alerts-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  for (const words of [/an error/, /the sky falls/])
    await card.getByRole('button', { name: new RegExp(`Acknowledge: .*${words.source}`) }).click()
  await card.getByText('No alerts').waitFor(WITHIN)
  await card.getByRole('button', { name: 'Show acknowledged' }).click()
  await card.getByText('the sky falls').first().waitFor(WITHIN)
  await card.getByText('acknowledged by').first().waitFor()
  expect(complaints).toEqual([])
})

test('alerts can be read in the dark', async () => {
  const { page, shoot } = await stage.browser.open(stage.guarded, { path: '/health', theme: 'dark' })
  await page.getByRole('button', { name: 'Show acknowledged' }).click()
  await page.getByText('the sky falls').first().waitFor(WITHIN)
  await shoot('alerts-dark')
  expect(await findFaults(page)).toEqual([])
})

const readFrontEnd = async () => {
  const { json } = await ask(stage.guarded, { path: '/api/webhooks/health' })
  return (json as Health).frontend
}

async function acknowledgeAll(): Promise<void> {
  const { guarded } = stage
  const { json } = await ask(guarded, { path: '/api/alerts?state=open', token: guarded.owner })
  for (const { id } of (json as { items: Alert[] }).items)
    await ask(guarded, { method: 'POST', path: `/api/alerts/${id}/acknowledge`, token: guarded.owner })
}

test('[L9] an error in an open page is one alert, counted, and health says so until somebody has seen it', async () => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/health' })
  await page.evaluate(() => {
    for (let times = 0; times < 3; times += 1)
      setTimeout(() => {
        throw new TypeError(`planted in the page`)
      })
    void Promise.reject(new Error('nobody catches this'))
  })
  const card = page.locator('section', { has: page.getByRole('heading', { name: 'Alerts' }) })
  await card.getByText('the dashboard fails: TypeError: planted in the page').waitFor(WITHIN)
  await card.getByText('the dashboard fails: Error: nobody catches this').waitFor(WITHIN)
  expect(await readFrontEnd()).toEqual({
    status: 'degraded',
    detail: expect.stringContaining('the dashboard fails: ') as string,
  })
  await acknowledgeAll()
  await expect.poll(readFrontEnd, WITHIN).toEqual({ status: 'healthy' })
})

test.each([
  [
    'throws at its start',
    '/assets/main-*.js',
    "throw new Error('planted before the first render')",
    'planted before',
  ],
  ['lacks its script', '/assets/main-*.js', undefined, "can't load a part of itself: /assets/main-"],
  ['lacks a part that is loaded late', '/assets/overview-*.js', undefined, "can't load a part of itself: "],
  [
    'throws when a part is drawn',
    '/assets/overview-*.js',
    "export const Overview = () => { throw new Error('planted in a part') }",
    'planted in a part',
  ],
])('[L9] a page that %s tells so itself', async (_, pattern, body, words) => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/health' })
  await page.route(`**${pattern}`, (route) =>
    body === undefined
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.goto(new URL('/', page.url()).href)
  await expect.poll(async () => (await readFrontEnd()).detail, WITHIN).toContain(words)
  if (words === 'planted in a part') {
    await page.getByRole('heading', { name: 'This page stopped working' }).waitFor()
    await page.getByRole('link', { name: 'Health' }).click()
    await page.getByRole('heading', { name: 'Alerts' }).waitFor()
  }
  await acknowledgeAll()
})

const scriptOf = (folder: string) => join(folder, 'web', pageFile(folder, 'script'))

const BROKEN_PAGES = [
  {
    id: 'page-throws',
    change: (folder: string) => writeFileSync(scriptOf(folder), "throw new Error('planted at its start')"),
    words: 'Error: planted at its start',
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
