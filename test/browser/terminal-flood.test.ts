// A flood of output does not take the page's breath away, nor its memory, and at its end the screen is true.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { sampleSize } from '../fixtures/sample-rows.ts'
import { readRows, waitForLive, withoutGraphics } from '../fixtures/terminal-page.ts'

let stage: Stage

const FLOOD_MB = sampleSize({ whole: 50, sample: 15 })
const MEGABYTE = 1024 * 1024
const WITHIN = { timeout: 200_000, interval: 500 }
const TICK_MS = 20
/** Below this a gap is the machine's, not the page's. */
const GAP_FLOOR_MS = 50

beforeAll(async () => {
  stage = await openStage('terminal-flood')
  await stage.guarded.run('agent', 'spawn', 'anna', '--runtime', 'demo', '--task', 'say hi')
})

afterAll(() => stage[Symbol.asyncDispose]())

interface Breath {
  readonly ticks: number
  readonly longestMs: number
  readonly heapMb: number
}

/** Begins to count how long the page makes others wait. */
async function watchBreath(page: Page): Promise<void> {
  await page.evaluate((tickMs) => {
    const breath = { ticks: 0, longestMs: 0, heapMb: 0 }
    let at = performance.now()
    Object.assign(globalThis, { breath })
    setInterval(() => {
      const now = performance.now()
      breath.ticks += 1
      breath.longestMs = Math.max(breath.longestMs, now - at)
      const { usedJSHeapSize } = (performance as unknown as { memory: { usedJSHeapSize: number } }).memory
      breath.heapMb = Math.max(breath.heapMb, usedJSHeapSize / 2 ** 20)
      at = now
    }, tickMs)
  }, TICK_MS)
}

const readBreath = (page: Page): Promise<Breath> => page.evaluate('({ ...globalThis.breath })')
const beginAnew = (page: Page) =>
  page.evaluate('Object.assign(globalThis.breath, { ticks: 0, longestMs: 0, heapMb: 0 })')

async function readTerminal(): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${stage.guarded.port}/api/agents/anna/terminal?scrollback=0`, {
    headers: { authorization: `Bearer ${stage.guarded.owner}` },
  })
  return ((await answer.json()) as { lines: string[] }).lines
}

test(`[U2] through a flood of ${FLOOD_MB} MB the page breathes, and its end is seen`, async () => {
  // Untapped: to hear the frames would cost the page more than to show them.
  const flooded = await stage.browser.open(stage.guarded, { path: '/terminals?show=anna' })
  await flooded.page.addInitScript(withoutGraphics)
  await flooded.page.reload()
  await waitForLive(flooded.page, 'anna')
  // The same page at the same time on the same busy machine, with nothing to draw.
  const calm = await stage.browser.open(stage.guarded, { path: '/terminals' })
  await flooded.page.bringToFront()
  for (const { page } of [flooded, calm]) await watchBreath(page)
  await expect.poll(async () => (await readBreath(flooded.page)).ticks, WITHIN).toBeGreaterThan(100)
  const before = await readBreath(flooded.page)
  for (const { page } of [flooded, calm]) await beginAnew(page)

  await flooded.page.locator('.xterm').click()
  await flooded.page.keyboard.type(`flood ${FLOOD_MB}\rsay the flood is over\r`)
  await expect.poll(async () => (await readTerminal()).join('\n'), WITHIN).toContain('● the flood is over')
  const rows = async () => (await readRows(flooded.page, 'anna')).join('\n')
  await expect.poll(rows, WITHIN).toContain('● the flood is over')
  const [during, beside] = [await readBreath(flooded.page), await readBreath(calm.page)]
  expect(during.longestMs / Math.max(before.longestMs, beside.longestMs, GAP_FLOOR_MS)).toBeLessThan(20)
  expect(during.ticks / beside.ticks).toBeGreaterThan(0.2)
  expect(during.heapMb - before.heapMb).toBeLessThan(FLOOD_MB * 4)
  const real = (await readTerminal()).join('\n')
  await expect.poll(rows, WITHIN).toBe(real)
  expect(flooded.complaints).toEqual([])

  const debug = await flooded.context.newCDPSession(flooded.page)
  await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  expect(usedSize / MEGABYTE - before.heapMb).toBeLessThan(FLOOD_MB / 2)
})
