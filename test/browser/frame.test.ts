// The frame that every page stands in: login, connection, palette, keyboard, themes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { openBrowser, type TestBrowser } from '../fixtures/open-browser.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let browser: TestBrowser

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'frame')
  browser = await openBrowser()
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

test('[U1] the page is live after the login link, and complains of nothing', async () => {
  const { page, complaints, shoot } = await browser.open(guarded)
  await expect.poll(() => page.title()).toBe('cmux')
  await shoot('frame')
  expect(complaints).toEqual([])
})

test('[P7] a login link works once', async () => {
  const { stdout } = await guarded.run('open', '--no-open')
  const context = await browser.browser.newContext()
  const first = await context.newPage()
  await first.goto(stdout.trim())
  await first.locator('[data-connection="live"]').waitFor()
  const other = await browser.browser.newContext()
  const second = await other.newPage()
  const answer = await second.goto(stdout.trim())
  expect(answer?.status()).toBe(401)
  await second.goto(`http://127.0.0.1:${guarded.port}/`)
  await second.getByRole('heading', { name: 'You are not logged in' }).waitFor()
})
