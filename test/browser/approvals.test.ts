// Requests for approval in the dashboard: read to the last character, decided by button or key, and followed wherever they are decided.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Approval, RequestApproval } from '../../src/protocol/approvals/approval.ts'
import { ask } from '../fixtures/ask.ts'
import { confirmProof } from '../fixtures/confirm-proof.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage, WITH_STANDBY } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('approvals', { ...FAST_DEMO, ...WITH_STANDBY })
})

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

const WITHIN = { timeout: 30_000 }

/** The owner asks; who is logged in at the page is somebody else, and may decide. */
async function request(wish: Partial<RequestApproval> = {}): Promise<Approval> {
  const body = { title: 'May I deploy?', content: 'deploy it to production', ...wish }
  const { json } = await ask(stage.guarded, {
    method: 'POST',
    path: '/api/approvals',
    token: stage.guarded.owner,
    body,
  })
  return json as Approval
}

/** Somebody else decides, with a program. */
async function decide(
  id: string,
  verdict: 'approve' | 'deny',
  body: { sha256: string; reason?: string },
): Promise<void> {
  const { stdout } = await stage.guarded.run('token', 'create', '--role', 'human', '--json')
  const { secret: token } = JSON.parse(stdout) as { secret: string }
  const path = `/api/approvals/${id}/${verdict}`
  expect((await ask(stage.guarded, { method: 'POST', path, token, body })).status).toBe(200)
}

const setPassphrase = (body: { passphrase: string | null; current?: string }) =>
  ask(stage.guarded, {
    method: 'PUT',
    path: '/api/approvals/passphrase',
    token: stage.guarded.owner,
    body,
  })

async function look(id: string): Promise<Approval> {
  const { json } = await ask(stage.guarded, { path: `/api/approvals/${id}`, token: stage.guarded.owner })
  return json as Approval
}

const open = (path: string, more: { width?: number; theme?: 'light' | 'dark' } = {}) =>
  stage.browser.open(stage.guarded, { path, ...more })

test('[U7] a request comes into the list by itself, is opened and approved there, bound to what was shown', async () => {
  const { page, complaints, shoot } = await open('/approvals')
  await page.getByText('No approvals waiting').waitFor()
  const { id, sha256 } = await request({ why: 'the tests are green' })
  await page.getByRole('link', { name: 'May I deploy?' }).click()
  await page.getByText('deploy it to production').waitFor()
  await page.getByText('the tests are green').waitFor()
  await page.getByText(/\d+ h \d+ min left/).waitFor()
  await shoot('approval')
  const sent = page.waitForRequest(`**/api/approvals/${id}/approve`)
  await page.getByLabel('reason').fill('go on')
  await page.getByRole('button', { name: 'Approve' }).click()
  expect((await sent).postDataJSON()).toEqual({ sha256, reason: 'go on' })
  await page.locator('[data-outcome=approved]').waitFor()
  await page.getByText('Approved by a person in the dashboard: go on').waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  const { state, decision } = await look(id)
  expect({ state, via: decision?.via, reason: decision?.reason }).toEqual({
    state: 'approved',
    via: 'dashboard',
    reason: 'go on',
  })
  expect(complaints).toEqual([])
})

test('[U7] by keyboard alone: to the list, to a request, no to it, and on to the next; a key held down decides nothing', async () => {
  const first = await request({ title: 'one thing' })
  const second = await request({ title: 'another thing', risk: 'high' })
  const seen = await open('/')
  const { page, complaints } = seen
  await page.keyboard.press('g')
  await page.keyboard.press('p')
  await page.waitForURL('**/approvals')
  await page.getByRole('link', { name: 'one thing', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'one thing' }).waitFor()
  await page.getByText('Approves this exact action, once').waitFor()
  await page.evaluate(() => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat: true })))
  await page.keyboard.press('r')
  await page.keyboard.type('a bad idea')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect((await look(first.id)).state).toBe('waiting')
  await page.keyboard.press('d')
  await page.locator('[data-outcome=denied]').waitFor()
  expect((await look(first.id)).decision?.reason).toBe('a bad idea')
  await page.keyboard.press('n')
  await page.getByRole('heading', { name: 'another thing' }).waitFor()
  await page.getByText('Approves this exact action, once').waitFor()
  // On the way to another page the letter means that page and nothing else.
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.waitForURL('**/agents')
  await page.goBack()
  await page.getByText('Approves this exact action, once').waitFor()
  expect((await look(second.id)).state).toBe('waiting')
  await page.keyboard.press('a')
  const question = page.getByRole('dialog', { name: 'Approve a high-risk action?' })
  await question.waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'hidden' })
  expect((await look(second.id)).state).toBe('waiting')
  await page.keyboard.press('a')
  await question.getByRole('button', { name: 'Approve' }).press('Enter')
  await confirmProof(stage.guarded, seen, page.locator('[data-outcome=approved]'))
  expect((await look(second.id)).state).toBe('approved')
  expect(complaints).toEqual([])
})

test('[U7] what is decided elsewhere is said at once, and nothing is left to press; also a question that was open', async () => {
  const { id, sha256 } = await request({ title: 'decided elsewhere', risk: 'high' })
  const { page, complaints } = await open(`/approvals/${id}`)
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').waitFor()
  await decide(id, 'deny', { sha256, reason: 'not today' })
  await page.getByText('Denied by a person over HTTP: not today').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('button', { name: /Approve|Deny/ }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('[U7] [L4] a push is shown as its remote, its branches and their commits, with the raw text below', async () => {
  const { id } = await request({ title: 'push agent/ada of ada to origin' })
  const tip = 'a1'.repeat(20)
  const move = {
    ref: 'refs/heads/agent/ada',
    old: null,
    new: tip,
    does: '1 commit, new..a1a1a1a1a1a1',
    commits: [`${tip} Ada: a line <b>of ada</b>\u202e`],
  }
  const order = {
    project: 'shop',
    agent: 'ada',
    remote: 'origin',
    address: 'git@example.com:shop.git',
    moves: [move],
  }
  const { page, complaints, shoot } = await open('/')
  await page.route(`**/api/approvals/${id}`, async (route) => {
    const answer = await route.fetch()
    const json = (await answer.json()) as Approval
    return route.fulfill({
      response: answer,
      json: { ...json, kind: 'push', content: JSON.stringify(order, null, 2) },
    })
  })
  await page.goto(new URL(`/approvals/${id}`, page.url()).href)
  await page.getByText('git@example.com:shop.git', { exact: true }).waitFor()
  const commits = page.getByRole('list', { name: 'Commits' })
  expect(await commits.innerText()).toContain('Ada: a line <b>of ada</b>')
  expect(await commits.locator('mark').count()).toBe(1)
  await page.getByText('nothing: it is new there').waitFor()
  await page.getByText('Raw', { exact: true }).click()
  await page.getByText('"does": "1 commit, new..a1a1a1a1a1a1"').waitFor()
  await shoot('a-push')
  expect(complaints).toEqual([])
})

test('[U7] a request that has become another one is not decided, and neither is what somebody altered on its way', async () => {
  const { id } = await request({ title: 'altered', content: 'first' })
  const { page } = await open('/')
  let isAltered = false
  await page.route(`**/api/approvals/${id}`, async (route) => {
    // The server is killed below, maybe while it answers: then the page gets no answer either.
    const answer = await route.fetch().catch(() => undefined)
    if (!answer) return route.abort()
    const json = (await answer.json()) as Approval
    const other = { ...json, content: 'second', sha256: 'f'.repeat(64) }
    return route.fulfill({ response: answer, json: isAltered ? other : json })
  })
  await page.goto(new URL(`/approvals/${id}`, page.url()).href)
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  isAltered = true
  // The page reads it again after each reconnect.
  const { leader } = await stage.guarded.family()
  process.kill(leader, 'SIGKILL')
  await page.getByText('The request has changed.').waitFor(WITHIN)
  await page.getByText('first', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show the current request' }).click()
  await page.getByText('second', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText(/what was shown is not what/).waitFor()
  expect((await look(id)).state).toBe('waiting')
})

test('[U7] the server swapped and killed while the page is open: it can still be decided, and what was typed stays', async () => {
  const { id } = await request({ title: 'through a swap' })
  const { page, complaints } = await open(`/approvals/${id}`)
  await page.getByLabel('reason').fill('half a rea')
  expect((await stage.guarded.run('restart')).code).toBe(0)
  const { leader } = await stage.guarded.family()
  process.kill(leader, 'SIGKILL')
  await stage.guarded.family()
  await page.locator('[data-connection="live"]').waitFor(WITHIN)
  await page.reload()
  expect(await page.getByLabel('reason').inputValue()).toBe('half a rea')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.locator('[data-outcome=approved]').waitFor()
  expect((await look(id)).decision?.reason).toBe('half a rea')
  expect(complaints).toEqual([])
})

const HOSTILE = [
  '<img src=x onerror="document.title=\'owned\'"><script>document.title="owned"</script>',
  'rm -rf \u202egnihtemos\u202c \u001b[2J\u001b]0;owned\u0007',
  'zero\u200bwidth and \u00a0 blanks and a carriage\rreturn',
  'אבג mixed דהו',
].join('\n')

test('[U7] an agent asks: its page, its card and what waits for a person lead to the diff; it does it after a yes, and not after a no', async () => {
  writeFileSync(
    join(stage.guarded.home, 'policy.json'),
    JSON.stringify({ rules: [{ tool: 'Edit', verdict: 'ask' }] }),
  )
  const { page, complaints, shoot } = await open('/')
  const folders = new Map<string, string>()
  for (const name of ['anna', 'bert']) {
    await stage.guarded.run('agent', 'spawn', name, '--runtime', 'demo', '--task', `append asked.txt ${name}`)
    const { stdout } = await stage.guarded.run('agent', 'show', name, '--json')
    folders.set(name, (JSON.parse(stdout) as { folder: string }).folder)
  }
  const isDone = (name: string) => existsSync(join(folders.get(name) ?? '', 'asked.txt'))
  const card = page.getByRole('list', { name: 'agents' })
  await card
    .getByRole('link', { name: /approve\? Edit/ })
    .first()
    .waitFor(WITHIN)
  await page.locator('#waiting').getByRole('link', { name: /anna/ }).first().click()
  await page.waitForURL('**/approvals/apr_*')
  await page.getByRole('link', { name: 'anna wants to run a tool' }).waitFor()
  await page.locator('[data-line=added]').getByText('anna').waitFor()
  await page.getByText('Approves this exact action, once').waitFor()
  await shoot('approval-of-tool')
  expect(isDone('anna')).toBe(false)
  await page.keyboard.press('a')
  await page.locator('[data-outcome=used]').waitFor(WITHIN)
  await expect.poll(() => isDone('anna'), WITHIN).toBe(true)

  await page.goto(new URL('/agents/bert', page.url()).href)
  await page.getByRole('link', { name: /approve\? Edit/ }).click()
  await page.getByText('Approves this exact action, once').waitFor()
  await page.keyboard.press('d')
  await page.locator('[data-outcome=denied]').waitFor()
  await page.goto(new URL('/agents/bert', page.url()).href)
  await page.locator('[data-agent-status=idle]').waitFor(WITHIN)
  expect(await page.getByRole('link', { name: /approve\? Edit/ }).count()).toBe(0)
  expect(isDone('bert')).toBe(false)
  expect(complaints).toEqual([])
})

test('[L4] a yes is kept as a rule from the page: shown before, proven, shown after, taken back', async () => {
  writeFileSync(join(stage.guarded.home, 'policy.json'), '{}')
  const spawned = await stage.guarded.run(
    'agent',
    'spawn',
    'rita',
    '--runtime',
    'demo',
    '--task',
    'run frobnicate --all',
  )
  expect(spawned.code).toBe(0)
  const opened = await open('/approvals')
  const { page, complaints } = opened
  await page.getByRole('link', { name: /frobnicate/ }).click(WITHIN)
  await page.getByLabel('Always for rita').check()
  const says = page.getByText('rita: frobnicate --all (exactly this, in the workspace)')
  await says.waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await confirmProof(stage.guarded, opened, page.locator('[data-outcome]'))
  await says.waitFor()
  await page.getByRole('button', { name: 'Remove the rule' }).click()
  await says.waitFor({ state: 'detached' })
  expect((await stage.guarded.run('rules', 'list')).stdout).not.toContain('frobnicate')
  expect(complaints).toEqual([])
})

test('[U7] hostile content stays text, all of it is seen, and 60 KB have to be scrolled through before a yes', async () => {
  const content = `${HOSTILE}\n${'harmless line\n'.repeat(4000)}and at the very end: rm -rf /`
  const { id } = await request({ title: '<b>hostile</b>', content, why: '<i>\u202ewhy</i>' })
  const { page, complaints, shoot } = await open(`/approvals/${id}`, { width: 390, theme: 'dark' })
  await page.getByText('Scroll to the end').waitFor()
  await shoot('approval-hostile')
  await page.keyboard.press('a')
  expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true)
  const shown = await page.locator('[data-content] pre').textContent()
  expect(shown).toHaveLength(
    // Eight characters are written out, as `⟨U+202E⟩` and the like.
    content.length + 8 * ('⟨U+202E⟩'.length - 1),
  )
  for (const mark of ['202E', '202C', '001B', '0007', '200B', '00A0', '000D'])
    expect(shown).toContain(`⟨U+${mark}⟩`)
  expect(await page.locator('[data-content] img, [data-content] b, h1 b').count()).toBe(0)
  expect(await page.title()).not.toContain('owned')
  await page.keyboard.press('End')
  await page.getByText('Approves this exact action, once').waitFor()
  await page.getByText('at the very end: rm -rf /').waitFor()
  await shoot('approval-hostile-end')
  expect(await findFaults(page)).toEqual([])
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.keyboard.press('a')
  await page.locator('[data-outcome=approved]').waitFor()
  expect(complaints).toEqual([])
})

test('[U7] a passphrase that is set is asked for with every yes, and a wrong one decides nothing', async () => {
  const secret = 'open sesame 42'
  const { id } = await request({ title: 'with a passphrase' })
  const { page } = await open(`/approvals/${id}`)
  await page.getByText('Approves this exact action, once').waitFor()
  expect(await page.locator('input[aria-label=passphrase]').count()).toBe(0)
  await setPassphrase({ passphrase: secret })
  await page.locator('input[aria-label=passphrase]').waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('wrong word')
  await page.keyboard.press('Enter')
  await page.getByText('that is not the passphrase').waitFor()
  expect((await look(id)).state).toBe('waiting')
  await page.locator('input[aria-label=passphrase]').fill(secret)
  await page.keyboard.press('Enter')
  await page.locator('[data-outcome=approved]').waitFor()
  await setPassphrase({ passphrase: null, current: secret })
})

test('[U7] what is over is found again by what became of it', async () => {
  const yes = await request({ title: 'a good one' })
  const no = await request({ title: 'a bad one' })
  await decide(yes.id, 'approve', { sha256: yes.sha256 })
  await decide(no.id, 'deny', { sha256: no.sha256 })
  const { page, shoot } = await open('/approvals?state=denied')
  const over = page.getByRole('list', { name: 'past approvals' })
  await over.getByRole('link', { name: 'a bad one' }).waitFor()
  expect(await over.getByRole('link', { name: 'a good one' }).count()).toBe(0)
  await page.getByLabel('state').selectOption('approved')
  await over.getByRole('link', { name: 'a good one' }).waitFor()
  expect(await over.getByRole('link', { name: 'a bad one' }).count()).toBe(0)
  expect(page.url()).toContain('state=approved')
  await page.getByLabel('state').selectOption('')
  await request({ title: 'Bash: rm -rf build', risk: 'high', why: 'it deletes files' })
  await page.getByRole('list', { name: 'waiting requests' }).getByText('rm -rf build').waitFor()
  await shoot('approvals-list')
})
