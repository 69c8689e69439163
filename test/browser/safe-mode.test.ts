// An open page when no release is well any more: it says so in plain words, and is live again when one is.
import { expect, test } from 'vitest'
import { breakRelease } from '../fixtures/break-release.ts'
import { buildCmux } from '../fixtures/built-cmux.ts'
import { startGuarded } from '../fixtures/guarded-cmux.ts'
import { openBrowser } from '../fixtures/open-browser.ts'

test('[U6] [P4] an open page says safe mode in plain words, and comes back by itself', async () => {
  using cmux = await buildCmux()
  await using guarded = await startGuarded(cmux, 'safe', { safeRetrySec: 0.3, readySec: 5 })
  await using browser = await openBrowser()
  const { page, complaints, shoot } = await browser.open(guarded)
  await guarded.family()
  const mend = breakRelease(guarded, 'process.exit(1)')
  await page.getByText('the watchdog answers until').waitFor({ timeout: 60_000 })
  await page.getByText(/safe mode since/).waitFor()
  await shoot('safe-mode')
  mend()
  await page.locator('[data-connection="live"]').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByText('the watchdog answers until').count()).toBe(0)
  await page.getByText('safe mode: no release is healthy').first().waitFor()
  // What safe mode answered is told by the browser in its own words.
  expect(complaints.filter((words) => !words.includes('status of 503'))).toEqual([])
})
