// Budgets in the dashboard: what was used against limits, limits that are set and raised there, and usage as a chart and a table.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

const WITHIN = { timeout: 30_000 }

beforeAll(async () => {
  stage = await openStage('budgets', FAST_DEMO)
  for (const [name, words] of [
    ['anna', 'think 3000 500'],
    ['bert', 'think 1000 200'],
  ] as const)
    await stage.guarded.run('agent', 'spawn', name, '--runtime', 'demo', '--task', words)
})

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

test('[O3] a limit is set in the page, holds the agent when it is used up, and is raised there again', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/budgets' })
  const row = page.locator('[data-budget^="agent:anna"]')
  await row.getByText(/· 3,500 tokens/).waitFor(WITHIN)
  await row.getByRole('button', { name: 'set limits of agent anna' }).click()
  const dialog = page.getByRole('dialog', { name: 'Limits of agent anna' })
  await dialog.getByLabel('Tokens').fill('lots')
  await dialog.getByText(/is no amount/).waitFor()
  expect(await dialog.getByRole('button', { name: 'Set' }).isDisabled()).toBe(true)
  await dialog.getByLabel('Tokens').fill('3k')
  await shoot('budget-dialog')
  await dialog.getByRole('button', { name: 'Set' }).click()
  await row.locator('[data-meter=tokens][data-meter-state=used-up]').waitFor()
  await row.getByText('3,500 of 3,000 tokens').waitFor()
  await stage.guarded.run('send', 'anna', 'think 3000 500')
  await row.getByText('on hold').waitFor(WITHIN)
  await shoot('budget-used-up')
  expect(await findFaults(page)).toEqual([])
  await row.getByRole('button', { name: 'set limits of agent anna' }).click()
  await dialog.getByLabel('Tokens').fill('+100k')
  await page.keyboard.press('Enter')
  await row.getByText(/of 103,000 tokens/).waitFor()
  await expect.poll(() => row.getByText('on hold').count(), WITHIN).toBe(0)
  expect(complaints).toEqual([])
})

test('[U9] usage is a chart, and the same numbers are a table; by agent and by model', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/budgets' })
  const sums = page.getByRole('list', { name: 'sums' })
  await sums.getByText('anna').waitFor(WITHIN)
  await sums.getByText('1,200').waitFor(WITHIN)
  await page.getByRole('img', { name: /usage over time/ }).waitFor()
  await page.getByText('As a table').click()
  await page.getByRole('columnheader', { name: 'bert' }).waitFor()
  await page.getByRole('cell', { name: '1,200' }).first().waitFor()
  await shoot('usage')
  expect(await findFaults(page)).toEqual([])
  await page.getByLabel('grouped').selectOption('model')
  await expect.poll(() => sums.getByText('anna').count()).toBe(0)
  await page.getByLabel('time', { exact: true }).selectOption('720')
  await page.getByLabel('measure').selectOption('turns')
  await page.getByRole('img', { name: /usage over time/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot('usage-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(complaints).toEqual([])
})
