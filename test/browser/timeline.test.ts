// The time line in the dashboard: releases, changes, what broke and healed, with why; and what a rehearsal showed.
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Ward } from '../../src/protocol/wards/ward.ts'
import { ask } from '../fixtures/ask.ts'
import { makeChangeProject } from '../fixtures/change-project.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { FAST_DEMO, openStage, type Stage, WITH_STANDBY } from '../fixtures/open-stage.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

let stage: Stage
let temp: TempFolder

beforeAll(async () => {
  temp = makeTempFolder()
  stage = await openStage('timeline', { ...FAST_DEMO, ...WITH_STANDBY })
})

afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

afterEach(() => stage.closePages())

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'guarded-service')
const WITHIN = { timeout: 30_000 }

async function currentRelease(): Promise<string> {
  const { json } = await ask(stage.guarded, { path: '/api/releases', token: stage.guarded.owner })
  return (json as { items: { id: string }[] }).items[0]?.id ?? ''
}

test('[U6] what happens comes in by itself, newest first, with why; and is narrowed to a kind and a project', async () => {
  const shop = await makeChangeProject(stage.guarded, temp.path, 'shop', 'test "$(cat a.txt)" = two')
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/timeline' })
  const lines = page.getByRole('list', { name: 'activity, newest first' }).getByRole('listitem')

  const good = await shop.plan([{ file: 'a.txt', type: 'modify', content: 'two\n' }])
  await shop.execute(good)
  await lines.getByText('change to shop: merged').waitFor(WITHIN)
  const bad = await shop.plan([{ file: 'a.txt', type: 'modify', content: '<b>three</b>\n' }])
  await shop.execute(bad)
  await lines.getByText(/change to shop: checks failed.*: test failed with exit code 1/).waitFor(WITHIN)
  expect(await lines.first().textContent()).toContain('checks failed')

  await stage.guarded.run('agent', 'spawn', 'anna', '--runtime', 'demo', '--task', 'say hi')
  const { json } = await ask(stage.guarded, { path: '/api/agents/anna', token: stage.guarded.owner })
  process.kill((json as { pid: number }).pid, 'SIGKILL')
  await lines.getByText(/anna restarted and /).waitFor(WITHIN)
  const { leader } = await stage.guarded.family()
  process.kill(leader, 'SIGKILL')
  await lines.getByText(/the server recovered/).waitFor(WITHIN)
  await shoot('timeline')
  expect(await findFaults(page)).toEqual([])

  await page.getByLabel('kind').selectOption('changes')
  await expect.poll(() => lines.count()).toBe(2)
  expect(page.url()).toContain('kind=changes')
  await page.getByLabel('kind').selectOption('')
  await page.getByRole('button', { name: 'project: All projects' }).click()
  await page.getByRole('menuitem', { name: /^shop/ }).click()
  // Its changes, and what its agent went through; the server is nobody's.
  await expect.poll(() => lines.count()).toBe(4)
  expect(await lines.getByText('the server').count()).toBe(0)
  await lines.getByRole('link', { name: /checks failed/ }).click()
  await page.waitForURL(`**/changes/${bad.id}*`)
  await page.locator('header [data-state=refused]').waitFor()
  expect(complaints).toEqual([])
})

test('[U6] [R7] a release’s page shows what its rehearsal showed, leg by leg, as it comes', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/health' })
  const id = await currentRelease()
  await page.getByRole('link', { name: id }).click()
  await page.locator('[data-release=good]').waitFor(WITHIN)
  await page.getByText('Not rehearsed yet').waitFor()
  await page.getByRole('button', { name: 'Rehearse' }).click()
  await page.locator('[data-rehearsal=passed]').waitFor({ timeout: 120_000 })
  await page.getByRole('heading', { name: 'Forward: the release takes over the data' }).waitFor()
  await shoot('release')
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page
    .getByRole('link', { name: /passed its rehearsal/ })
    .first()
    .click()
  await page.waitForURL(`**/releases/${id}`)
  await page.getByRole('button', { name: 'Roll back…' }).click()
  await page.getByRole('dialog').getByText('The newest other healthy release takes over').waitFor()
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

test('[G2] the service of a project is shown apart from cmux: where it is, what answers, and that it was started again', async () => {
  const path = join(temp.path, 'guarded')
  cpSync(EXAMPLE, path, { recursive: true })
  makeRepository(path, {})
  await stage.guarded.run('project', 'add', path, '--name', 'guarded')
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { theme: 'dark' })
  const row = page.locator('[data-ward=guarded]')
  const card = page.getByRole('list', { name: 'services' })
  await row.and(page.locator('[data-status=well]')).waitFor(WITHIN)
  const show = { path: '/api/services/guarded', token: stage.guarded.owner }
  const { port, serving, servingPid } = (await ask(stage.guarded, show)).json as Ward
  await card.getByText(`port ${port}`).waitFor()
  await card.getByText(serving?.slice(0, 12) ?? '?').waitFor()

  process.kill(servingPid ?? 0, 'SIGKILL')
  await card.getByText('restarted once').waitFor(WITHIN)
  await row.and(page.locator('[data-status=well]')).waitFor(WITHIN)
  await card.scrollIntoViewIfNeeded()
  await shoot('service-again')
  await stage.guarded.run('project', 'service', 'guarded', 'stop')
  await row.and(page.locator('[data-status=stopped]')).getByText('not answering').waitFor(WITHIN)
  await shoot('service-stopped')
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await page.getByRole('heading', { level: 1, name: 'Health', exact: true }).waitFor()
  await row.and(page.locator('[data-status=stopped]')).waitFor()
  await shoot('service-health')
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.getByLabel('kind').selectOption('programs')
  const lines = page.getByRole('list', { name: 'activity, newest first' }).getByRole('listitem')
  await lines.first().getByText('the service of guarded is stopped').waitFor()
  await shoot('timeline-services')
  expect(complaints).toEqual([])
})

const step = (leg: string, check: string, passed: boolean | null, detail: string) => ({
  leg,
  check,
  passed,
  detail,
  tookMs: 1234,
})

test('[U6] a refused release says in which leg and why, on a phone too', async () => {
  const id = await currentRelease()
  const report = {
    candidate: id,
    against: id,
    schema: 7,
    passed: false,
    at: new Date().toISOString(),
    tookMs: 65_000,
    steps: [
      step('forward', 'start', true, 'up in 800 ms'),
      step('back', 'start', false, `<img src=x onerror=alert(1)> ${'x'.repeat(400)}`),
      step('forward again', 'start', null, 'not reached'),
    ],
  }
  writeFileSync(join(stage.guarded.home, 'rehearsals', `${id}.json`), JSON.stringify(report))
  const options = { path: `/releases/${id}`, width: 390, theme: 'dark' } as const
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, options)
  await page.locator('[data-rehearsal=failed]').waitFor()
  await page.getByText('took 1 min 5 s').waitFor()
  await page.getByText('<img src=x').waitFor()
  await shoot('release-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('[U6] what is older is fetched when it is asked for, through many everyday events', async () => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/' })
  const asked: string[] = []
  await page.route('**/api/events?*types=*', async (route) => {
    const { searchParams } = new URL(route.request().url())
    const before = Math.min(Number(searchParams.get('before')), 1001)
    asked.push(String(before))
    const at = new Date(0).toISOString()
    // One in 150 is shown; the others are everyday ends of agents.
    const items = Array.from({ length: 200 }, (_, index) => before - 200 + index)
      .filter((seq) => seq > 0)
      .map((seq) => ({
        seq,
        at,
        actor: 'system',
        type: 'agent.ended',
        data: { agent: `a${seq}`, end: 'exit 1', asked: seq % 150 === 0 ? null : 'stop' },
      }))
    const next = items[0] !== undefined && items[0].seq > 1 ? String(items[0].seq) : null
    await route.fulfill({ json: { items, next } })
  })
  await page.goto(new URL('/timeline', page.url()).href)
  const lines = page.getByRole('list', { name: 'activity, newest first' }).getByRole('listitem')
  await lines.getByText(/^a900 exited/).waitFor()
  await page.getByRole('button', { name: 'older' }).click()
  await lines.getByText(/^a150 exited/).waitFor()
  expect(await lines.count()).toBe(6)
  expect(await page.getByRole('button', { name: 'older' }).count()).toBe(0)
  expect(new Set(asked)).toEqual(new Set(['1001', '801', '601', '401', '201']))
})
