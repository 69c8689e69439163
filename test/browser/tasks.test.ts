// Tasks on the dashboard.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { openBrowser, type TestBrowser } from '../fixtures/open-browser.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let browser: TestBrowser

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'tasks')
  browser = await openBrowser()
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await guarded.run('down', '--agents', '--now')
  cmux[Symbol.dispose]()
})

test('[U4] what another client adds is seen without a reload', async () => {
  const { page, complaints } = await browser.open(guarded, { path: '/tasks' })
  await guarded.run('task', 'add', 'paint the shed')
  await page.getByRole('link', { name: 'paint the shed' }).waitFor()
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})
