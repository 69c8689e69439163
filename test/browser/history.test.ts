// An agent's history in the dashboard: live, searched, and never more than text.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ask } from '../fixtures/ask.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'

const LONG = { timeout: 60_000 }
const HOSTILE = '<img src=x onerror="document.title=\'taken\'"> **bold** [a](javascript:alert(1))'

let stage: Stage
beforeAll(async () => {
  stage = await openStage('history', FAST_DEMO)
})
afterAll(() => stage[Symbol.asyncDispose]())
afterEach(() => stage.closePages())

test('[C6] the history of an agent elsewhere is shown live, found by its words, and hostile words stay words', async () => {
  const { guarded } = stage
  const call = (token: string, method: string, path: string, body: unknown) =>
    ask(guarded, { method, path, token, body })
  const created = await call(guarded.owner, 'POST', '/api/tokens', { role: 'agent', agent: 'far' })
  const { secret } = created.json as { secret: string }
  await call(secret, 'POST', '/api/agents/far/heartbeat', {})
  const put = (id: string, text: string) =>
    call(secret, 'PUT', '/api/agents/far/history', { entries: [{ id, kind: 'answer', text }] })
  await put('a', 'the parser is done')
  await put('b', HOSTILE)

  const { page, complaints } = await stage.browser.open(guarded, { path: '/agents/far' })
  const entries = page.getByRole('list', { name: 'history, newest first' }).getByRole('listitem')
  await expect.poll(() => entries.count(), LONG).toBe(2)
  expect(await entries.first().locator('pre').textContent()).toBe(HOSTILE)
  expect(await page.title()).not.toBe('taken')
  await put('c', 'said while somebody looks')
  await expect
    .poll(() => entries.first().locator('pre').textContent(), LONG)
    .toBe('said while somebody looks')
  await page.getByRole('searchbox', { name: 'words' }).fill('parser')
  await expect.poll(() => entries.count(), LONG).toBe(1)
  expect(await entries.first().locator('pre').textContent()).toBe('the parser is done')
  expect(await page.getByRole('tab', { name: 'Terminal' }).count()).toBe(0)
  expect([await findFaults(page), complaints]).toEqual([[], []])
})
