// A terminal on the page goes on, whatever dies behind it, and says so meanwhile.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, WITH_STANDBY } from '../fixtures/open-stage.ts'
import { spawnShell } from '../fixtures/spawn-shell.ts'
import { openTerminalPage, waitForLive } from '../fixtures/terminal-page.ts'

let stage: Stage

const WITHIN = { timeout: 30_000 }

beforeAll(async () => {
  stage = await openStage('terminal-recovery', WITH_STANDBY)
  await stage.guarded.run('agent', 'spawn', 'anna', '--runtime', 'demo', '--task', 'say hi')
  await spawnShell(stage.cmux, stage.guarded, 'shelly')
})

afterAll(() => stage[Symbol.asyncDispose]())

/** Every phase that the terminal is in from now on. */
async function recordPhases(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const terminal = document.querySelector<HTMLElement>('[data-terminal]')
    const phases: string[] = []
    Object.assign(globalThis, { phases })
    if (!terminal) throw new Error('there is no terminal')
    const keep = () => phases.push(terminal.dataset['phase'] ?? '')
    new MutationObserver(keep).observe(terminal, { attributeFilter: ['data-phase'] })
  })
  return () => page.evaluate('globalThis.phases')
}

async function readAgent(name: string): Promise<{ pid: number; generation: number }> {
  const { stdout } = await stage.guarded.run('agent', 'show', name, '--json')
  return JSON.parse(stdout) as { pid: number; generation: number }
}

test('[U2] after an agent was killed, its terminal goes on in its next life, in the same size', async () => {
  const opened = await openTerminalPage(stage.browser, stage.guarded, ['anna'])
  const { page, see, print, rows, focus, complaints } = opened
  await see('anna', 'ready')
  // Stands on the page only: it is gone with the screen of this life, which the next one's looks like.
  print('anna', '\r\nfirst life')
  await see('anna', 'first life')
  const width = () => page.locator('[data-terminal] .xterm-screen').evaluate((screen) => screen.clientWidth)
  const before = await readAgent('anna')
  const wide = await width()
  process.kill(before.pid, 'SIGKILL')
  await expect
    .poll(async () => (await readAgent('anna')).generation, WITHIN)
    .toBeGreaterThan(before.generation)
  await expect.poll(() => rows('anna'), WITHIN).not.toContain('first life')
  // Only the next life says so: the last screen of this one is shown until then, and nobody reads what is typed into it.
  await see('anna', 'I remember')
  await see('anna', 'ready')
  await focus('anna')
  await page.keyboard.type('say I am back\r')
  await see('anna', /^● I am back/m)
  await expect.poll(width, WITHIN).toBe(wide)
  expect(complaints).toEqual([])
})

test('[U1] [U2] after the server was killed with -9, and after a swap, the terminal goes on', async () => {
  const { page, see, focus, complaints } = await openTerminalPage(stage.browser, stage.guarded, ['anna'])
  await focus('anna')
  const phases = await recordPhases(page)
  process.kill((await stage.guarded.family()).leader, 'SIGKILL')
  await expect.poll(phases, WITHIN).toEqual(['lost', 'live'])
  await page.keyboard.type('say through a crash\r')
  await see('anna', /^● through a crash/m)
  const { code } = await stage.guarded.run('restart')
  expect(code).toBe(0)
  await expect.poll(phases, WITHIN).toEqual(['lost', 'live', 'lost', 'live'])
  await page.keyboard.type('say through a swap\r')
  await see('anna', /^● through a swap/m)
  expect(complaints).toEqual([])
})

test('[U1] without a connection it says that it is not live, and that keys are not sent', async () => {
  const { page, see, focus, typed, cut, mend, shoot } = await openTerminalPage(stage.browser, stage.guarded, [
    'anna',
  ])
  await see('anna', 'ready')
  await focus('anna')
  await cut()
  await page.getByText(/^Not live since/).waitFor()
  await page.keyboard.type('x')
  await page.getByText('Your last keys were not sent.').waitFor()
  expect(typed()).toEqual([])
  await shoot('terminal-not-live')
  await mend()
  await waitForLive(page, 'anna')
  await page.getByText('Your last keys were not sent.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Your last keys were not sent.').waitFor({ state: 'detached' })
})

test('[U1] who reads further up stays there over a reconnect, and then sees what came meanwhile', async () => {
  const { page, rows, see, focus, cut, mend } = await openTerminalPage(stage.browser, stage.guarded, [
    'shelly',
  ])
  await focus('shelly')
  await page.keyboard.type(
    "seq 1 500; (while [ ! -e go ]; do sleep 0.1; done; echo mean''while; touch gone) &\r",
  )
  await see('shelly', /^500$/m)
  for (let pages = 0; pages < 2; pages += 1) {
    const before = await rows('shelly')
    await page.keyboard.press('Shift+PageUp')
    await expect.poll(() => rows('shelly')).not.toEqual(before)
  }
  expect(await rows('shelly')).not.toContain('500')
  const work = join(stage.guarded.home, 'agents', 'shelly', 'work')
  const read = await rows('shelly')
  await cut()
  await page.getByText(/^Not live since/).waitFor()
  writeFileSync(join(work, 'go'), '')
  await expect.poll(() => existsSync(join(work, 'gone')), WITHIN).toBe(true)
  await mend()
  await waitForLive(page, 'shelly')
  await expect.poll(() => rows('shelly')).toEqual(read)
  // A key goes to where one types.
  await page.keyboard.type('\r')
  await see('shelly', 'meanwhile')
})

test('[U2] an agent without a terminal is said to have none, and shown when it starts', async () => {
  const { page, see } = await openTerminalPage(stage.browser, stage.guarded, ['anna'])
  await stage.guarded.run('agent', 'stop', 'anna')
  const words = page.getByText('anna has no terminal right now.')
  await words.waitFor()
  await page.reload()
  await words.waitFor()
  await stage.guarded.run('agent', 'restart', 'anna')
  await waitForLive(page, 'anna')
  await see('anna', 'ready')
  expect(await page.getByText('has no terminal').count()).toBe(0)
})
