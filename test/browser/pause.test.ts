// The kill switch in the dashboard: one agent, all of them, and a notice on every page meanwhile.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { openBrowser, type TestBrowser } from '../fixtures/open-browser.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let browser: TestBrowser

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'pause', {}, {}, { env: { CMUX_DEMO_PACE: '0.05' } })
  for (const name of ['anna', 'bert'])
    await guarded.run('agent', 'spawn', name, '--runtime', 'demo', '--task', 'loop')
  browser = await openBrowser()
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await guarded.run('down', '--agents', '--now')
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

afterEach(() => Promise.all(browser.browser.contexts().map((context) => context.close())))

test('[O3] an agent is paused and resumed on its page, and every page says so meanwhile', async () => {
  const { page, complaints, shoot } = await browser.open(guarded, { path: '/agents/anna' })
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.locator('[data-agent-status=paused]').first().waitFor()
  await page.getByText('anna is paused by a person').first().waitFor()
  await shoot('pause-agent')
  await page.getByRole('navigation', { name: 'pages' }).getByRole('link', { name: 'Tasks' }).click()
  await page.getByRole('link', { name: 'Go to anna' }).click()
  await page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(() => page.locator('[data-paused]').count(), { timeout: 30_000 }).toBe(0)
  expect(complaints).toEqual([])
})

test('[O3] all of them are paused from the palette and resumed from the notice, each time after a question', async () => {
  const { page, complaints, shoot } = await browser.open(guarded, { path: '/' })
  await page.getByRole('button', { name: /Ctrl K/ }).click()
  await page.keyboard.type('pause all')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Pause all agents?' })
  await question.getByRole('button', { name: 'Pause all' }).click()
  await page.locator('[data-paused="2"]').waitFor()
  await page.getByText('All 2 agents are paused').waitFor()
  expect(await page.getByRole('button', { name: 'Pause all' }).count()).toBe(0)
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await shoot('pause-all')
  await page.getByRole('link', { name: 'Resume all…' }).click()
  const back = page.getByRole('dialog', { name: 'Resume all agents?' })
  await back.getByRole('button', { name: 'Resume all' }).click()
  await expect.poll(() => page.locator('[data-paused]').count(), { timeout: 30_000 }).toBe(0)
  expect(complaints).toEqual([])
})
