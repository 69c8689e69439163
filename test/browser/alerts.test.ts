// Alerts in the dashboard: what cmux noticed is there by itself, can be unfolded, and is gone when it is marked as seen.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../fixtures/find-faults.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('alerts')
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
