// A page that is open all day: what it keeps does not grow with what happens.
import { expect, test } from 'vitest'
import { buildCmux } from '../fixtures/built-cmux.ts'
import { ask } from '../fixtures/ask.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { openBrowser } from '../fixtures/open-browser.ts'

const STREAMING_MS = 10 * 60_000
const SAMPLES = 20
/** Of the last half of the samples against the first half after the warm-up. */
const GROWTH_MAX = 1.15
/** Each takes a thousand notes at most. */
const NOTES_PER_TASK = 900

interface Size {
  readonly heapBytes: number
  readonly nodes: number
}

test('[P8] memory and nodes stay flat while events stream for ten minutes', async () => {
  using cmux = await buildCmux()
  await using guarded = await startGuarded(cmux, 'page-memory')
  await using browser = await openBrowser()
  const { page, context, complaints } = await browser.open(guarded)
  await page.getByLabel('everything').check()
  const cdp = await context.newCDPSession(page)
  const weigh = async (): Promise<Size> => {
    await cdp.send('HeapProfiler.collectGarbage')
    const { usedSize } = await cdp.send('Runtime.getHeapUsage')
    return { heapBytes: usedSize, nodes: await page.locator('*').count() }
  }
  const stop = new AbortController()
  const streaming = keepHappening(guarded, stop.signal)
  const sizes: Size[] = []
  const untilMs = performance.now() + STREAMING_MS
  const look = async () => {
    sizes.push(await weigh())
    return performance.now() >= untilMs
  }
  await expect.poll(look, { timeout: STREAMING_MS + 60_000, interval: STREAMING_MS / SAMPLES }).toBe(true)
  stop.abort()
  const count = await streaming
  process.stdout.write(`${count} events; heap ${sizes.map(({ heapBytes }) => heapBytes).join(' ')}\n`)
  expect(growthOf(sizes.map(({ heapBytes }) => heapBytes))).toBeLessThan(GROWTH_MAX)
  expect(growthOf(sizes.map(({ nodes }) => nodes))).toBeLessThan(GROWTH_MAX)
  expect(complaints).toEqual([])
})

/** One event after another, as fast as the server takes them; gives their number. */
async function keepHappening(guarded: GuardedCmux, signal: AbortSignal): Promise<number> {
  let id = ''
  let count = 0
  for (; !signal.aborted; count += 1) {
    const isNew = count % NOTES_PER_TASK === 0
    const { status, json } = await ask(guarded, {
      token: guarded.owner,
      method: isNew ? 'POST' : 'PATCH',
      path: isNew ? '/api/tasks' : `/api/tasks/${id}`,
      body: isNew ? { title: `Task ${count}` } : { note: `step ${count} is done` },
    })
    expect(status).toBeLessThan(300)
    if (isNew) ({ id } = json as { id: string })
  }
  return count
}

function growthOf(samples: readonly number[]): number {
  const warm = samples.slice(Math.floor(samples.length / 4))
  const half = Math.floor(warm.length / 2)
  return Math.max(...warm.slice(half)) / Math.max(...warm.slice(0, half))
}
