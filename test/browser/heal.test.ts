// From the login link to a broken change that is taken back by itself: in one page that is never loaded again, without a complaint or a failed request.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HealDemo } from '../../src/protocol/demo.ts'
import type { Ward } from '../../src/protocol/wards/ward.ts'
import { ask } from '../fixtures/ask.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'
import { startVisitors } from '../fixtures/visitors.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('heal', FAST_DEMO)
})

afterAll(() => stage[Symbol.asyncDispose]())

const post = (path: string, body: unknown) =>
  ask(stage.guarded, { method: 'POST', path, token: stage.guarded.owner, body })
const showWard = async (project: string) =>
  (await ask(stage.guarded, { path: `/api/services/${project}`, token: stage.guarded.owner })).json as Ward

/** Answers that refuse or fail, and requests that nobody answered; what the page itself breaks off is none. */
function watchRequests(page: Page): readonly string[] {
  const failed: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? ''
    if (why !== 'net::ERR_ABORTED') failed.push(`${why} ${request.url()}`)
  })
  return failed
}

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

test('[P5] [U1] [U7] login, demo, a wish, an approval, a broken change that is adopted, gets sick and is taken back by itself: in one page', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded)
  page.setDefaultTimeout(60_000)
  const failed = watchRequests(page)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))

  await page.getByRole('button', { name: 'Start the demo' }).click()
  await page.getByRole('heading', { name: 'demo-lead' }).waitFor()
  const box = page.getByRole('textbox', { name: 'message to demo-lead' })
  await box.fill('Write a poem about tmux.')
  await box.press('Enter')
  await page.getByText('It is done').waitFor()
  await shoot('heal-1-wish')

  // An agent is let do what a person has read.
  const rules = { rules: [{ tool: 'Edit', verdict: 'ask' }] }
  writeFileSync(join(stage.guarded.home, 'policy.json'), JSON.stringify(rules))
  await stage.guarded.run('agent', 'spawn', 'anna', '--runtime', 'demo', '--task', 'append asked.txt yes')
  await goTo(page, 'Approvals')
  await page.getByRole('list', { name: 'waiting requests' }).getByRole('link').first().click()
  await page.getByText('Approves this exact action, once').waitFor()
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.locator('[data-outcome=used]').waitFor()
  await shoot('heal-2-approved')

  // Somebody uses a service all the time, while an agent brings a change into it that breaks when it runs.
  const { json } = await post('/api/demo/heal', {})
  const { project, agent } = json as HealDemo
  await goTo(page, 'Overview')
  await page.locator(`[data-ward=${project}][data-status=well]`).waitFor()
  const before = await showWard(project)
  const visitors = startVisitors(before.port ?? 0)
  await shoot('heal-3-service')
  await post('/api/messages', { to: agent, body: 'propose changes/breaks-when-it-runs.json' })
  await goTo(page, 'Changes')
  // By its whole name: events that name it as well stand on the page before.
  await page.getByRole('link', { name: 'Remember who asked', exact: true }).click()
  await page.locator('header [data-state=soaking]').waitFor()
  await shoot('heal-4-adopted')
  await page.locator('header [data-state=rolled_back]').waitFor()
  await page.locator('[data-note]').getByText('500').first().waitFor()
  await shoot('heal-5-rolled-back')
  for (const state of ['adopting', 'soaking', 'rolling_back'])
    await page.locator(`[data-step=${state}]`).first().waitFor()
  expect(Object.keys(await visitors.end())).toEqual(['200'])
  await goTo(page, 'Overview')
  await page
    .locator(`[data-ward=${project}][data-status=well]`)
    .getByText(before.serving?.slice(0, 12) ?? '?')
    .waitFor()
  expect(await showWard(project)).toMatchObject({ serving: before.serving, falls: 0, port: before.port })
  await goTo(page, 'Activity')
  await page.getByText(`change to ${project}: rolled back`).waitFor()
  await shoot('heal-6-time-line')

  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
  expect({ complaints, failed }).toEqual({ complaints: [], failed: [] })
})
