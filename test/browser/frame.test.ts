// The frame that every page stands in: login, connection, palette, keyboard, themes.
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLoginPage } from '../../src/host/start/write-login-page.ts'
import { ask } from '../fixtures/ask.ts'
import { LIVE } from '../fixtures/open-browser.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('frame')
})

afterAll(() => stage[Symbol.asyncDispose]())

test('[U1] the page is live after the login link, and complains of nothing', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded)
  await expect.poll(() => page.title()).toBe('cmux')
  await shoot('frame')
  expect(complaints).toEqual([])
})

test('[U1] [P7] a browser that is given the private file with the link is logged in, and the file is gone', async () => {
  const { stdout } = await stage.guarded.run('open', '--no-open')
  const file = writeLoginPage(stage.guarded.home, stdout.trim())
  const page = await stage.browser.browser.newPage()
  await page.goto(pathToFileURL(file).href)
  await page.locator(LIVE).waitFor()
  expect([new URL(page.url()).origin, existsSync(file)]).toEqual([new URL(stdout.trim()).origin, false])
  await page.close()
})

test('[U1] what is older than the live part is fetched on demand, without a gap', async () => {
  const add = (title: string) =>
    ask(stage.guarded, { method: 'POST', path: '/api/tasks', token: stage.guarded.owner, body: { title } })
  for (let number = 0; number < 600; number += 1) await add(`Task ${number}`)
  const { page, complaints } = await stage.browser.open(stage.guarded)
  await page.getByLabel('everything').check()
  const readFeed = () =>
    page
      .locator('[data-feed] [data-seq]')
      .evaluateAll((lines) => lines.map((line) => Number(line.dataset['seq'])))
  const first = (await readFeed())[0] ?? 0
  for (const shown of [260, 460]) {
    await page.getByRole('button', { name: 'older' }).click()
    await expect.poll(async () => (await readFeed()).length).toBe(shown)
  }
  // What happens now is added at the top, and nothing below goes.
  await add('One more')
  await expect
    .poll(async () => (await readFeed()).slice(0, 460))
    .toEqual(Array.from({ length: 460 }, (_, index) => first + 1 - index))
  expect(complaints).toEqual([])
})

test('[P7] a login link works once', async () => {
  const { stdout } = await stage.guarded.run('open', '--no-open')
  const context = await stage.browser.browser.newContext()
  const first = await context.newPage()
  await first.goto(stdout.trim())
  await first.locator('[data-connection="live"]').waitFor()
  const other = await stage.browser.browser.newContext()
  const second = await other.newPage()
  const answer = await second.goto(stdout.trim())
  expect(answer?.status()).toBe(401)
  await second.goto(`http://127.0.0.1:${stage.guarded.port}/`)
  await second.getByRole('heading', { name: 'You are not logged in' }).waitFor()
})

test('[U1] an address that leads nowhere is a page that says so, and to a program an error', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded)
  const { origin } = new URL(page.url())
  const answer = await page.goto(`${origin}/nope/at-all`)
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByText('There is no page at /nope/at-all.').waitFor()
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await page.getByRole('heading', { name: 'Overview' }).or(page.locator('[data-feed]')).first().waitFor()
  for (const path of ['/nope', '/api/nope']) {
    const { guarded } = stage
    const headers = path === '/nope' ? [] : ([['accept', 'text/html']] as const)
    const { status, json } = await ask(guarded, { path, token: guarded.owner, headers })
    expect([status, (json as { error: { code: string } }).error.code]).toEqual([404, 'NOT_FOUND'])
  }
  expect(complaints.filter((words) => !words.includes('404'))).toEqual([])
})
