// Talking with an agent in the dashboard: receipts that go on by themselves, and words that no outage loses or doubles.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '../fixtures/ask.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { sampleLooks } from '../fixtures/looks.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('talk', FAST_DEMO)
  for (const name of ['anna', 'ben']) await stage.guarded.run('agent', 'spawn', name, '--runtime', 'demo')
})

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

const LONG = { timeout: 60_000 }

const openTalk = (name: string, options = {}) =>
  stage.browser.open(stage.guarded, { path: `/agents/${name}?tab=conversation`, ...options })
const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name: `message to ${name}` })
const messageOf = (page: Page, text: string) => page.locator('[data-message]', { hasText: text })
const receiptOf = (page: Page, text: string) =>
  messageOf(page, text).locator('[data-receipt]').getAttribute('data-receipt')

const asOwner = (method: string, path: string, body?: unknown) =>
  ask(stage.guarded, { method, path, token: stage.guarded.owner, ...(body !== undefined && { body }) })
const fromAgent = (from: string, body: string, subject?: string) =>
  asOwner('POST', '/api/messages', { from, to: 'owner', body, ...(subject !== undefined && { subject }) })

interface Sent {
  readonly items: readonly { readonly id: string; readonly body: string; readonly subject: string | null }[]
}
const sentTo = async (name: string) => {
  const { json } = await asOwner('GET', `/api/messages?agent=owner&with=${name}&limit=1000`)
  return (json as Sent).items
}

test('[U3] a message sent by keyboard gets its receipts without a reload, with the evidence on focus', async () => {
  const { page, complaints } = await openTalk('anna')
  await fieldOf(page, 'anna').fill('say first')
  await fieldOf(page, 'anna').press('Shift+Enter')
  await page.keyboard.type('say second')
  await page.keyboard.press('Enter')
  await expect.poll(() => fieldOf(page, 'anna').inputValue(), LONG).toBe('')
  await messageOf(page, 'say second').waitFor()
  await expect.poll(() => receiptOf(page, 'say second'), LONG).toBe('seen')

  const sent = (await sentTo('anna')).find(({ body }) => body === 'say first\nsay second')
  const token = readFileSync(join(stage.guarded.home, 'agents', 'anna', 'token'), 'utf8').trim()
  const { status } = await ask(stage.guarded, {
    method: 'POST',
    path: `/api/messages/${sent?.id}/ack`,
    token,
  })
  expect(status).toBe(200)
  await expect.poll(() => receiptOf(page, 'say second'), LONG).toBe('acked')

  await page.keyboard.press('Shift+Tab')
  await page.getByText('The receiver confirmed the message.').waitFor()
  const steps = await page.getByRole('list', { name: 'evidence' }).locator('li').allTextContents()
  expect(steps.join('\n')).toMatch(/accepted[\s\S]*seen[\s\S]*acked/)
  expect(complaints).toEqual([])
})

test('[L3] [U3] an interrupted message is shown so, and a press of Send again has it delivered', async () => {
  await stage.guarded.run('agent', 'spawn', 'dora', '--runtime', 'demo')
  const { page, complaints } = await openTalk('dora')
  await fieldOf(page, 'dora').fill('wait 3600')
  await page.keyboard.press('Enter')
  await expect.poll(() => receiptOf(page, 'wait 3600'), LONG).toBe('submitted')
  expect((await asOwner('POST', '/api/agents/dora/interrupt')).status).toBe(202)
  await expect.poll(() => receiptOf(page, 'wait 3600'), LONG).toBe('interrupted')

  await messageOf(page, 'wait 3600').getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiptOf(page, 'wait 3600'), LONG).toBe('submitted')
  expect(await messageOf(page, 'wait 3600').getByRole('button', { name: 'Send again' }).count()).toBe(0)
  expect((await asOwner('POST', '/api/agents/dora/interrupt')).status).toBe(202)
  await expect.poll(() => receiptOf(page, 'wait 3600'), LONG).toBe('interrupted')
  expect(complaints).toEqual([])
})

test('[U3] an @ offers agents by keyboard, and whoever is called gets a copy', async () => {
  const { page } = await openTalk('anna')
  const field = fieldOf(page, 'anna')
  await field.pressSequentially('tell @b')
  await page.getByRole('option', { name: '@ben' }).waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(
    await page.getByRole('option', { name: '@ben' }).getAttribute('id'),
  )
  await field.press('Tab')
  await field.pressSequentially('about it')
  await page.getByText('To anna, a copy to ben.').waitFor()
  await field.press('Enter')
  await expect
    .poll(async () => (await sentTo('ben')).map(({ subject, body }) => ({ subject, body })), LONG)
    .toEqual([{ subject: 'copy of my message to anna', body: 'tell @ben about it' }])
  expect((await sentTo('anna')).filter(({ body }) => body === 'tell @ben about it')).toHaveLength(1)
})

test('[U3] half-typed text and its cursor outlive a reload', async () => {
  const { page } = await openTalk('anna')
  await fieldOf(page, 'anna').pressSequentially('half a thought')
  await page.keyboard.press('ArrowLeft')
  await page.reload()
  await expect.poll(() => fieldOf(page, 'anna').inputValue(), LONG).toBe('half a thought')
  await page.keyboard.type('X')
  await expect.poll(() => fieldOf(page, 'anna').inputValue(), LONG).toBe('half a thoughXt')
  // Another agent has another draft.
  await page.goto(new URL('/agents/ben?tab=conversation', page.url()).href)
  await expect.poll(() => fieldOf(page, 'ben').inputValue(), LONG).toBe('')
})

test('[P2] [U3] what is said while the server is down waits in sight, and arrives once and in order', async () => {
  const { page } = await openTalk('ben')
  await stage.guarded.run('down', '--now')
  await page.locator('[data-connection="offline"]').waitFor()
  for (const text of ['say while down one', 'say while down two']) {
    await fieldOf(page, 'ben').fill(text)
    await fieldOf(page, 'ben').press('Enter')
  }
  await page.locator('[data-posted]', { hasText: 'while down two' }).getByText('not sent').waitFor()
  expect(await page.locator('[data-posted]').count()).toBe(2)
  expect(await page.locator('[data-message]', { hasText: 'while down' }).count()).toBe(0)

  expect((await stage.guarded.run('up', '--no-open', '--port', String(stage.guarded.port))).code).toBe(0)
  await expect.poll(() => receiptOf(page, 'while down two'), LONG).toBe('seen')
  await expect.poll(() => page.locator('[data-posted]').count(), LONG).toBe(0)
  const arrived = (await sentTo('ben')).map(({ body }) => body).filter((body) => body.includes('while down'))
  expect(arrived).toEqual(['say while down one', 'say while down two'])
})

test('[P2] a message whose answer was lost is sent again under its id and counts once', async () => {
  const { page } = await openTalk('ben')
  let lost = 0
  await page.route('**/api/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  await fieldOf(page, 'ben').fill('say only once')
  await fieldOf(page, 'ben').press('Enter')
  await messageOf(page, 'say only once').waitFor()
  await expect.poll(() => page.locator('[data-posted]').count(), LONG).toBe(0)
  expect(lost).toBe(1)
  expect((await sentTo('ben')).filter(({ body }) => body === 'say only once')).toHaveLength(1)
})

/** More than the 1 MiB that a message may have. */
const TOO_MUCH = `${'é'.repeat(79)}\n`.repeat(7000).trim()

test('[U3] what the server refuses is said, stays, and can be taken back', async () => {
  const { page } = await openTalk('ben')
  // As a draft, since a browser takes minutes to type so much.
  await page.evaluate((text) => sessionStorage.setItem('cmux.draft.say.ben', text), TOO_MUCH)
  await page.reload()
  await page.getByRole('button', { name: 'send to ben' }).click()
  const letter = page.locator('[data-posted="refused"]')
  await letter.getByText(/^refused: /).waitFor()
  await letter.getByRole('button', { name: 'undo send' }).click()
  await expect.poll(async () => (await fieldOf(page, 'ben').inputValue()).length, LONG).toBe(TOO_MUCH.length)
  expect(await page.locator('[data-posted]').count()).toBe(0)
})

test('[U3] a message to the owner is confirmed once it was in view, and not before', async () => {
  await fromAgent('ben', 'I am done.', 'news')
  const { page } = await stage.browser.open(stage.guarded, { path: '/agents' })
  const row = page.locator('[data-agent="ben"]')
  await row.getByText('1 unread').waitFor()
  await row.getByRole('link', { name: 'ben' }).click()
  const message = messageOf(page, 'I am done.')
  await message.getByText('news').waitFor()
  await expect
    .poll(async () => {
      const { json } = await asOwner('GET', '/api/messages?agent=owner&with=ben&unread=true')
      return (json as Sent).items.length
    }, LONG)
    .toBe(0)
  await expect.poll(() => message.getByText('new', { exact: true }).count(), LONG).toBe(0)
})

const HOSTILE = [
  '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>',
  'javascript:window.pwned=1 [click](javascript:window.pwned=1)',
  '\u202Egnp.exe\u202C \u2066 mirrored',
  '{{constructor.constructor("window.pwned=1")()}}',
]

test('[P7] hostile words are only words, and a line of 1 MiB does not break the page', async () => {
  for (const text of HOSTILE) await fromAgent('anna', `${text} end-of-it`, text)
  await fromAgent('anna', `giant ${'x'.repeat(1024 * 1024 - 10)}`)
  const { page, complaints } = await openTalk('anna', { width: 390, height: 844 })
  await messageOf(page, 'giant').waitFor()
  for (const text of HOSTILE.slice(0, 2)) expect(await messageOf(page, text).count()).toBe(1)
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false)
  expect(await page.locator('[data-message] :is(img, script, a, iframe)').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  await messageOf(page, 'giant')
    .getByRole('button', { name: /show all/ })
    .click()
  await messageOf(page, 'giant').getByText('Too long to show here').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  expect(complaints).toEqual([])
})

test('[U3] older messages come on demand, and the place that is read stays', async () => {
  for (let index = 0; index < 70; index += 1) await fromAgent('ben', `line ${index} of many`)
  const { page } = await openTalk('ben')
  await messageOf(page, 'line 69 of many').waitFor()
  expect(await messageOf(page, 'line 0 of many').count()).toBe(0)
  const older = page.getByRole('button', { name: 'older' })
  await older.scrollIntoViewIfNeeded()
  const place = async () => (await messageOf(page, 'line 12 of many').boundingBox())?.y ?? 0
  const before = await place()
  await older.click()
  await messageOf(page, 'line 0 of many').waitFor({ state: 'attached' })
  await expect.poll(async () => Math.abs((await place()) - before), LONG).toBeLessThan(80)
})

test('nothing keeps people out, in both themes and on a phone', async () => {
  for (const [theme, width] of sampleLooks('a conversation')) {
    const { page, shoot } = await openTalk('anna', { theme, width, height: width === 390 ? 844 : 800 })
    await messageOf(page, 'giant').waitFor()
    await shoot(`conversation-${theme}-${width}`)
    expect(await findFaults(page)).toEqual([])
  }
})
