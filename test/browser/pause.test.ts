// The kill switch in the dashboard: one agent, all of them, and a notice on every page meanwhile.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('pause', FAST_DEMO)
  for (const name of ['anna', 'bert'])
    await stage.guarded.run('agent', 'spawn', name, '--runtime', 'demo', '--task', 'loop')
})

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

test('[O3] an agent is paused and resumed on its page, and every page says so meanwhile', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/agents/anna' })
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
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/' })
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

test.each([
  [1280, 720, ''],
  [390, 844, '?tab=conversation'],
])('[O3] [U1] the notice leaves the place to write in sight at %i × %i', async (width, height, tab) => {
  const place = { path: `/agents/anna${tab}`, width, height }
  const { page, complaints } = await stage.browser.open(stage.guarded, place)
  const line = page.getByText('To anna.')
  const readEdges = async () => {
    const { y = 0, height: tall = 0 } = (await line.boundingBox()) ?? {}
    const bar = await page.getByRole('navigation', { name: 'pages' }).boundingBox()
    return { end: y + tall, limit: width < 600 ? (bar?.y ?? 0) : height }
  }
  await line.waitFor()
  const before = await readEdges()
  expect(before.end).toBeLessThanOrEqual(before.limit)
  expect((await stage.guarded.run('pause', '--all')).code).toBe(0)
  await page.locator('[data-paused="2"]').waitFor()
  await expect
    .poll(async () => (await readEdges()).end, { timeout: 30_000 })
    .toBeLessThanOrEqual(before.limit)
  expect((await stage.guarded.run('resume', '--all')).code).toBe(0)
  await expect.poll(readEdges, { timeout: 30_000 }).toEqual(before)
  expect(complaints).toEqual([])
})

test.each([
  [1280, 720],
  [390, 700],
])('[U2] the buttons of a long dialog are in sight at %i × %i', async (width, height) => {
  const place = { path: '/agents?spawn=true', width, height }
  const { page } = await stage.browser.open(stage.guarded, place)
  const dialog = page.getByRole('dialog', { name: 'Spawn an agent' })
  const box = await dialog.getByRole('button', { name: 'Spawn' }).boundingBox()
  expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
  const last = dialog.getByText('first-run questions')
  await last.scrollIntoViewIfNeeded()
  expect((await last.boundingBox())?.y).toBeLessThan(box?.y ?? 0)
})
