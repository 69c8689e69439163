// Changes in the dashboard: followed from plan to good or refused, let go, called off and taken back by button.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { CreatedToken } from '../../src/protocol/access/token.ts'
import { ask } from '../fixtures/ask.ts'
import { makeChangeProject } from '../fixtures/change-project.ts'
import { confirmProof } from '../fixtures/confirm-proof.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

let stage: Stage
let temp: TempFolder

beforeAll(async () => {
  temp = makeTempFolder()
  stage = await openStage('changes')
})

afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

afterEach(() => stage.closePages())

const WITHIN = { timeout: 30_000 }
const TWO = [{ file: 'a.txt', type: 'modify', content: 'two\n' }]

interface Look {
  readonly width?: number
  readonly theme?: 'light' | 'dark'
}

async function open(path: string, look: Look = {}) {
  const opened = await stage.browser.open(stage.guarded, { ...look })
  await opened.page.goto(new URL(path, opened.page.url()).href)
  await opened.page.locator('[data-connection="live"]').waitFor()
  return opened
}

const makeProject = (name: string, check: string) => makeChangeProject(stage.guarded, temp.path, name, check)
const stateOf = (page: Page, state: string) => page.locator(`header [data-state=${state}]`)
const step = (page: Page, state: string) => page.locator(`[data-step=${state}]`)

test('[U1] a change comes into the list by itself, is executed there, becomes good, and is taken back by button', async () => {
  const shop = await makeProject('shop', 'echo all is well')
  const { page, complaints, shoot } = await open('/changes')
  await page.getByText('No changes yet').waitFor()
  const change = await shop.plan(TWO)
  await page.getByRole('link', { name: 'Say two instead of one' }).click()
  await stateOf(page, 'planned').waitFor()
  await page.getByText('the change is merged when its checks pass').waitFor()
  await page.locator('[data-line=added]').getByText('two').waitFor()
  await shoot('change-planned')
  await page.getByRole('button', { name: 'Run checks and merge' }).click()
  await stateOf(page, 'good').waitFor(WITHIN)
  await page.locator('[data-check=test][data-outcome=passed]').waitFor()
  await page.getByRole('button', { name: 'output of test' }).click()
  await page.locator('[data-output=test]').getByText('all is well').waitFor()
  for (const state of ['planned', 'queued', 'checking', 'adopting', 'good']) await step(page, state).waitFor()
  await shoot('change-good')
  expect(await findFaults(page)).toEqual([])
  expect(readFileSync(join(shop.repository.path, 'a.txt'), 'utf8')).toBe('two\n')

  await page.getByRole('button', { name: 'Roll back…' }).click()
  const question = page.getByRole('dialog', { name: 'Roll this change back?' })
  await question.getByText('gets a commit that undoes the change: its file returns').waitFor()
  await shoot('change-roll-back')
  await question.getByRole('button', { name: 'Roll back' }).click()
  await stateOf(page, 'rolled_back').waitFor(WITHIN)
  expect(await page.getByRole('button', { name: 'Roll back…' }).count()).toBe(0)
  expect(readFileSync(join(shop.repository.path, 'a.txt'), 'utf8')).toBe('one\n')
  expect((await shop.show(change)).undone).not.toBeNull()
  await page.getByRole('link', { name: 'All changes' }).click()
  await page.locator(`[data-change=${change.id}][data-state=rolled_back]`).waitFor()
  expect(complaints).toEqual([])
})

test('[I5] [I6] a change that fails its check is refused before one’s eyes, with what the check said', async () => {
  const shop = await makeProject('fire', 'printf "\\033[31mthe roof is <b>on fire</b>\\033[0m\\n"; exit 3')
  const change = await shop.plan(TWO)
  const { page, complaints, shoot } = await open(`/changes/${change.id}`, { theme: 'dark' })
  await page.getByRole('button', { name: 'Run checks and merge' }).click()
  await stateOf(page, 'refused').waitFor(WITHIN)
  await page.locator('[data-check=test][data-outcome=failed]').getByText('failed with exit code 3').waitFor()
  expect(await page.locator('[data-output=test]').textContent()).toContain('the roof is <b>on fire</b>\n')
  await page.locator('[data-note]').first().getByText('see it with').waitFor()
  await shoot('change-refused')
  expect(await findFaults(page)).toEqual([])
  await page.goto(new URL('/changes?state=refused', page.url()).href)
  await page.locator(`[data-change=${change.id}]`).waitFor()
  await page.getByLabel('state').selectOption('good')
  await page.getByText('No matches').waitFor()
  expect(complaints).toEqual([])
})

test('[I9] what a check prints is followed while it runs, and calling it off ends it', async () => {
  const shop = await makeProject('slow', 'sleep 1000')
  const change = await shop.plan(TWO)
  const { page, complaints, shoot } = await open(`/changes/${change.id}`, { width: 390 })
  let said = ''
  await page.route('**/api/improvements/*/output*', async (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('from'))
    await route.fulfill({ json: { text: said.slice(from), next: said.length, done: false } })
  })
  await page.getByRole('button', { name: 'Run checks and merge' }).click()
  const check = page.locator('[data-check=test]')
  await check.and(page.locator('[data-outcome=running]')).waitFor(WITHIN)
  await page.getByText('0 of 1').waitFor()
  said = Array.from({ length: 200 }, (_, line) => `line ${line}\n`).join('')
  await check.getByText('line 199').waitFor()
  said += 'and \u202eone more\n'
  await check.getByText('and \\u202eone more').waitFor()
  const atEnd = () =>
    page.locator('[data-output=test]').evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)
  await expect.poll(atEnd).toBeLessThan(3)
  await shoot('change-checking-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Cancel change…' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this change?' })
  await question.getByRole('button', { name: 'Cancel change' }).click()
  await stateOf(page, 'canceled').waitFor(WITHIN)
  expect((await shop.show(change)).note).toBe('canceled in the dashboard')
  expect(shop.repository.git('rev-parse', 'main')).toBe(change.base)
  expect(complaints).toEqual([])
})

test('[I11] [P7] what is forbidden says why, has to be read to its end, and is let go with exactly its sum', async () => {
  const shop = await makeProject('guarded', 'true')
  const content = JSON.stringify(
    { checks: [], tiers: { safe: Array.from({ length: 200 }, (_, n) => `x${n}`) } },
    null,
    1,
  )
  const change = await shop.plan([...TWO, { file: 'cmux.json', type: 'modify', content }])
  const seen = await open(`/changes/${change.id}`)
  const { page, complaints, shoot } = seen
  const files = page.locator('[data-file]')
  await files.first().waitFor()
  expect(await files.evaluateAll((all) => all.map((file) => file.getAttribute('data-tier')))).toEqual([
    'forbidden',
    'safe',
  ])
  await page.getByText('Scroll to the end').waitFor()
  expect(await page.getByRole('button', { name: 'Approve and merge…' }).isDisabled()).toBe(true)
  await shoot('change-forbidden')
  await page.keyboard.press('End')
  await page.getByText('covers exactly this content').waitFor()
  await page.getByRole('button', { name: 'Approve and merge…' }).click()
  const sent = page.waitForRequest(`**/api/improvements/${change.id}/execute`)
  const question = page.getByRole('dialog', { name: 'Approve a high-risk change?' })
  await question.getByText(change.sha256.slice(0, 12)).waitFor()
  await question.getByRole('button', { name: 'Approve and merge' }).click()
  expect((await sent).postDataJSON()).toEqual({ approve: change.sha256 })
  await confirmProof(stage.guarded, seen, stateOf(page, 'good'))
  expect(complaints).toEqual([])
})

test('[P7] hostile words, paths and lines stay text, and fit on a phone', async () => {
  const shop = await makeProject('hostile', 'true')
  const bad = '<img src=x onerror="document.title=\'owned\'">'
  const description = `${bad} \u202eturned\n\n[click](javascript:alert(1)) ${'w'.repeat(300)}`
  const change = await shop.plan(
    [
      {
        file: `${'deep/'.repeat(20)}<b>&amp; it's.txt`,
        type: 'create',
        content: `${bad}\n\u202eturned\u202c \u200b${'long'.repeat(500)}\n`,
      },
    ],
    { description },
  )
  const { page, complaints, shoot } = await open(`/changes/${change.id}`, { width: 390, theme: 'dark' })
  await page.getByText('⟨U+202E⟩turned⟨U+202C⟩').waitFor()
  await shoot('change-hostile')
  expect(await page.locator('main img, main b, main a[href^=javascript]').count()).toBe(0)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(`${bad} \\u202eturned`)
  const overflow = async () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'All changes' }).click()
  await page.locator(`[data-change=${change.id}]`).waitFor()
  await shoot('changes-phone')
  expect(await overflow()).toBeLessThanOrEqual(0)
  expect(await page.title()).not.toContain('owned')
  expect(complaints).toEqual([])
})

test('[I8] an announced restart counts down on every page, and is called off there', async () => {
  const shop = await makeProject('restarts', 'sleep 1000')
  const change = await shop.plan(TWO, { description: 'Restart it' })
  await shop.execute(change)
  const { page, complaints, shoot } = await open('/')
  let isAnnounced = true
  // As the server says it of a project of which something runs.
  await page.route('**/api/improvements?state=restarting*', async (route) => {
    const restartAt = new Date(Date.now() + 9000).toISOString()
    const items = isAnnounced ? [{ ...(await shop.show(change)), state: 'restarting', restartAt }] : []
    await route.fulfill({ json: { items, next: null } })
  })
  await page.goto(new URL('/agents', page.url()).href)
  const banner = page.locator(`[data-restart=${change.id}]`)
  await banner.getByText('restarts is about to restart').waitFor()
  await banner.getByText(/0:0\d left/).waitFor()
  await banner.getByRole('link', { name: 'Restart it' }).waitFor()
  await shoot('restart-announced')
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.waitForURL('**/changes')
  await banner.waitFor()
  isAnnounced = false
  await banner.getByRole('button', { name: 'Cancel restart' }).click()
  await banner.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await shop.show(change)).state, WITHIN).toBe('canceled')
  expect(complaints).toEqual([])
})

/** What anna proposes, ben is asked to look at; and ben has work of its own in the same file. */
async function makeReviewedProject() {
  const rules = { tiers: { care: ['a.txt'] } }
  const shop = await makeChangeProject(stage.guarded, temp.path, 'reviewed', 'true', rules)
  for (const name of ['anna', 'ben']) {
    const order = ['--project', shop.name, '--runtime', 'demo', '--task', `append a.txt ${name}`]
    await stage.guarded.run('agent', 'spawn', name, ...order)
  }
  const { guarded } = stage
  const work = { path: '/api/agents/ben/diff', token: guarded.owner }
  const paths = async () =>
    ((await ask(guarded, work)).json as { files?: { path: string }[] }).files?.map(({ path }) => path)
  await expect.poll(paths, WITHIN).toEqual(['a.txt'])
  const body = { role: 'agent', agent: 'anna' }
  const made = await ask(guarded, { method: 'POST', path: '/api/tokens', token: guarded.owner, body })
  const { secret } = made.json as CreatedToken
  const propose = async (changes: unknown) => {
    const change = await shop.plan(changes, {}, secret)
    await shop.execute(change, secret)
    return change
  }
  return { ...shop, propose }
}

test('[I14] a review says who was asked and how long they have; a person answers in their place, or in the queue', async () => {
  const shop = await makeReviewedProject()
  const refused = await shop.propose(TWO)
  const seen = await open(`/changes/${refused.id}`, { theme: 'dark' })
  const { page, complaints, shoot } = seen
  await stateOf(page, 'reviewing').waitFor(WITHIN)
  const review = page.locator('[data-review]')
  await review.getByRole('link', { name: 'ben' }).waitFor()
  await review.getByText('left; after that, a person is asked').waitFor()
  await page.locator('[data-overlap="a.txt"]').getByRole('link', { name: 'ben' }).waitFor()
  const no = page.getByRole('button', { name: 'Reject' })
  expect(await no.isDisabled()).toBe(true)
  await shoot('change-review')
  expect(await findFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot('change-review-phone')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })
  // Ben sees the same from the other side.
  await page.locator('[data-overlap="a.txt"]').getByRole('link', { name: 'ben' }).click()
  await page.locator('[data-overlap="a.txt"]').getByRole('link', { name: 'anna' }).waitFor(WITHIN)
  await shoot('agent-overlaps')
  await page.goBack()
  await page.getByRole('textbox', { name: 'reason' }).fill('two is too many')
  await no.click()
  await stateOf(page, 'refused').waitFor(WITHIN)
  await page
    .locator('[data-note]')
    .first()
    .getByText('a person rejected the change: two is too many')
    .waitFor()

  const passed = await shop.propose(TWO)
  await page.getByRole('link', { name: 'All changes' }).click()
  await page.locator(`[data-change=${passed.id}]`).getByRole('link').click()
  await stateOf(page, 'reviewing').waitFor(WITHIN)
  const yes = page.getByRole('button', { name: 'Approve' })
  expect(await yes.isDisabled()).toBe(true)
  await page.getByText('Scroll to the end').waitFor()
  await page.keyboard.press('End')
  await page.getByText('An approval covers exactly this content').waitFor()
  const sent = page.waitForRequest(`**/api/improvements/${passed.id}/review`)
  await yes.click()
  expect((await sent).postDataJSON()).toEqual({ verdict: 'approve', sha256: passed.sha256 })
  await stateOf(page, 'good').waitFor(WITHIN)
  await page.locator('[data-leave=review]').getByText('a person, in a review').waitFor()

  const content = '{ "checks": [] }'
  const forbidden = await shop.propose([{ file: 'cmux.json', type: 'modify', content }])
  await page.getByRole('link', { name: 'All changes' }).click()
  await page.locator(`[data-change=${forbidden.id}]`).getByRole('link').click()
  await page.getByText('Needs a person’s approval').waitFor(WITHIN)
  expect(await page.getByRole('region', { name: 'review' }).count()).toBe(0)
  await shoot('change-waits-for-person')
  await page.getByRole('link', { name: 'Review and decide' }).click()
  await page.waitForURL(`**/approvals/${(await shop.show(forbidden)).review?.approval}`)
  await page.keyboard.press('End')
  await page.getByRole('button', { name: /^Approve/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await confirmProof(stage.guarded, seen, page.locator('[data-outcome=approved]'))
  await page.goBack()
  await stateOf(page, 'good').waitFor(WITHIN)
  await page.locator('[data-leave=approval]').getByText('a person, in an approval').waitFor()
  await shoot('change-let-through')
  expect(complaints).toEqual([])
})
