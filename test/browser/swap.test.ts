// The server killed and swapped, and another release promoted, while the page is open and somebody types.
import { readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Event } from '../../src/protocol/event.ts'
import { ask } from '../fixtures/ask.ts'
import { openStage, type Stage, WITH_STANDBY } from '../fixtures/open-stage.ts'
import { plantRelease } from '../fixtures/plant-release.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('swap', { ...WITH_STANDBY, CMUX_REHEARSAL_BROWSER: 'auto' })
})

afterAll(() => stage[Symbol.asyncDispose]())

const HALF = 'a sentence that is not yet fin'

async function readHistory(): Promise<number[]> {
  const { json } = await ask(stage.guarded, { path: '/api/events?limit=1000', token: stage.guarded.owner })
  return (json as { items: Event[] }).items.map(({ seq }) => seq)
}

const readFeed = (page: Page) =>
  page
    .locator('[data-feed] [data-seq]')
    .evaluateAll((lines) => lines.map((line) => Number(line.dataset['seq'])))

/** Something is written into the history by somebody else. */
async function happen(times: number): Promise<void> {
  for (let count = 0; count < times; count += 1)
    await expect
      .poll(async () => (await stage.guarded.run('token', 'create', '--role', 'observer')).code, {
        timeout: 30_000,
      })
      .toBe(0)
}

async function typeHalf(page: Page): Promise<void> {
  await page.getByLabel('Path of a git repository').fill(HALF)
  await page.getByLabel('Path of a git repository').press('ArrowLeft')
}

test('[U1] the feed has no gap and no repeat after a kill and a swap, and what is half typed stays', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  await page.getByLabel('everything').check()
  await typeHalf(page)

  const { leader } = await stage.guarded.family()
  process.kill(leader, 'SIGKILL')
  await happen(3)
  await stage.guarded.family()
  expect((await stage.guarded.run('restart')).code).toBe(0)
  await happen(3)

  await page.locator('[data-connection="live"]').waitFor()
  const history = (await readHistory()).toReversed()
  await expect.poll(() => readFeed(page)).toEqual(history.slice(0, 60))
  expect(await page.getByLabel('Path of a git repository').inputValue()).toBe(HALF)
  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
  await shoot('after-a-kill-and-a-swap')
  expect(complaints).toEqual([])
})

test('[U1] a page that can’t reach the server says since when, and comes back by itself', async () => {
  const { page, context } = await stage.browser.open(stage.guarded)
  await stage.guarded.run('down')
  await page.locator('[data-connection="offline"]').waitFor()
  await page.getByText('this page comes back by itself').waitFor()
  const port = String(stage.guarded.port)
  expect((await stage.guarded.run('up', '--no-open', '--port', port)).code).toBe(0)
  await page.locator('[data-connection="live"]').waitFor({ timeout: 30_000 })
  await expect.poll(() => page.getByText('this page comes back by itself').count()).toBe(0)
  await context.close()
})

test('[U1] a stream that has gone deaf, as networks leave them, is given up for a fresh one', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded)
  await page.getByLabel('everything').check()
  let isDeaf = false
  let streams = 0
  await page.routeWebSocket('**/api/stream*', (line) => {
    const isMine = (streams += 1) === 1
    const server = line.connectToServer()
    server.onMessage((message) => {
      if (!(isMine && isDeaf)) line.send(message)
    })
  })
  await page.reload()
  await page.locator('[data-connection="live"]').waitFor()
  await page.getByLabel('everything').check()
  isDeaf = true
  await happen(2)
  const history = (await readHistory()).toReversed()
  await expect.poll(() => readFeed(page), { timeout: 60_000 }).toEqual(history.slice(0, 60))
  expect(streams).toBe(2)
  expect(complaints).toEqual([])
})

test('[U1] a computer that slept catches up when it wakes', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded)
  await page.clock.install()
  await page.reload()
  await page.locator('[data-connection="live"]').waitFor()
  const woken = page.waitForEvent('websocket')
  // Timers stand still and the clock goes on, as under a closed lid.
  await page.clock.fastForward('02:00:00')
  await woken
  await page.locator('[data-connection="live"]').waitFor()
  expect(complaints).toEqual([])
})

test('[U1] another release brings its own page, and what is half typed stays with the cursor in its place', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
  await typeHalf(page)
  const current = basename(readlinkSync(join(stage.guarded.home, 'current')))
  plantRelease(stage.guarded.home, 'another-page', current, renameScripts)
  const promoted = await stage.guarded.run('release', 'promote', 'another-page')
  expect(promoted.stderr).toBe('')
  const shown = await stage.guarded.run('release', 'rehearsal', 'another-page')
  expect(shown.stdout).toMatch(/^forward +page +ok .*it draws \d+ characters and throws nothing/m)
  await expect
    .poll(() => page.evaluate(() => 'isTheSame' in window).catch(() => true), { timeout: 30_000 })
    .toBe(false)
  await page.locator('[data-connection="live"]').waitFor()
  const field = page.getByLabel('Path of a git repository')
  await expect.poll(() => field.inputValue()).toBe(HALF)
  const cursor = await field.evaluate((input: HTMLInputElement) => [
    document.activeElement === input,
    input.selectionStart,
  ])
  expect(cursor).toEqual([true, HALF.length - 1])
  expect(complaints).toEqual([])
})

const fresh = (name: string) => name.replace(/^(.*)-/, '$1-Changed-')

/** The same page under other names, which is what a change of its content makes. */
function renameScripts(folder: string): void {
  const assets = join(folder, 'web', 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  for (const path of [join(folder, 'web', 'index.html'), ...scripts.map((name) => join(assets, name))]) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      scripts.reduce((changed, name) => changed.replaceAll(name, fresh(name)), text),
    )
  }
  for (const name of scripts) renameSync(join(assets, name), join(assets, fresh(name)))
}
