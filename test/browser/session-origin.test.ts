// A page that somebody else serves on another port of the same host, opened by a person who is logged in: it gets the cookie, and
// the cookie is worth nothing.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { Approval } from '../../src/protocol/approvals/approval.ts'
import { ask, errorCode, type HeaderLine, type Question } from '../fixtures/ask.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { openWebSocket } from '../fixtures/read-stream.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

let stage: Stage
let thief: Server
/** What the other port was sent. */
const taken: { readonly cookies: string[]; readonly headers: string[] } = { cookies: [], headers: [] }

beforeAll(async () => {
  stage = await openStage('session-origin')
  thief = createServer((asked, reply) => {
    if (asked.headers.cookie !== undefined) taken.cookies.push(asked.headers.cookie)
    taken.headers.push(...Object.keys(asked.headers))
    reply.setHeader('content-type', 'text/html')
    reply.end('<!doctype html><title>a preview</title><p>your app</p>')
  })
  await once(thief.listen(0, '127.0.0.1'), 'listening')
})

afterAll(async () => {
  thief.close()
  await stage[Symbol.asyncDispose]()
})

afterEach(() => stage.closePages())

const urlOfCmux = () => `http://127.0.0.1:${stage.guarded.port}`
const server = () => ({ ...stage.guarded, url: urlOfCmux() })

/** Whatever it can send, and our own page's Origin, which a program can claim. */
const claimed = (): readonly HeaderLine[] => [
  ['Origin', urlOfCmux()],
  ['X-Cmux-Client', 'web'],
]

const WANTED: readonly Question[] = [
  { path: '/api/status' },
  { path: '/api/me' },
  { path: '/api/events' },
  { path: '/api/events', headers: [['Accept', 'text/event-stream']] },
  { path: '/api/audit?format=jsonl' },
  { path: '/api/files' },
  { method: 'POST', path: '/api/tokens', body: { role: 'observer' } },
  {
    method: 'POST',
    path: '/api/agents',
    body: { name: 'x', runtime: 'shell', args: ['sh'], sandbox: false },
  },
  { method: 'PUT', path: '/api/agents/x/elsewhere', body: { command: ['sh'] } },
  { method: 'POST', path: '/api/proofs', body: { kind: 'tokens' } },
  { method: 'POST', path: '/mcp', body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  { method: 'POST', path: '/api/logout' },
]

test('[S6] another port gets the cookie, and nothing for it: not over HTTP, not over a WebSocket, not in the browser', async () => {
  const { context, page, complaints } = await stage.browser.open(stage.guarded)
  expect(new URL(page.url()).search).toBe('')
  const preview = await context.newPage()
  await preview.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`)
  const cookie = taken.cookies.at(-1) ?? ''
  expect(cookie).toMatch(new RegExp(`cmux_session_${stage.guarded.port}=cmux_[\\w-]{43}`))
  expect(taken.headers.filter((name) => name.startsWith('x-cmux'))).toEqual([])

  const answers: string[] = []
  for (const { headers = [], ...question } of WANTED) {
    const reply = await ask(stage.guarded, { ...question, cookie, headers: [...headers, ...claimed()] })
    answers.push(`${question.method ?? 'GET'} ${question.path} ${reply.status} ${errorCode(reply)}`)
  }
  expect(answers).toEqual(WANTED.map(({ method = 'GET', path }) => `${method} ${path} 401 UNAUTHENTICATED`))
  const stream = await openWebSocket(server(), 0, { cookie, first: '{"pageSecret":""}' })
  expect([await stream.ended, stream.events]).toMatchObject([{ code: 4401 }, []])

  expect(await preview.evaluate(tryFromPage, urlOfCmux())).toEqual({
    stored: [],
    read: 'refused',
    changed: 'refused',
    streamed: 'refused',
  })
  // The page itself goes on, after a reload as well, also when the other port sets a cookie of that name that comes first.
  await preview.evaluate((name) => {
    document.cookie = `${name}=shadow; path=/api`
  }, cookie.split('=')[0])
  await page.reload()
  await page.locator('[data-connection="live"]').waitFor()
  expect(complaints).toEqual([])
})

/** In the browser, on the other port. */
async function tryFromPage(cmux: string) {
  const attempt = (path: string, init: RequestInit) =>
    fetch(cmux + path, { credentials: 'include', ...init }).then(
      ({ ok }) => (ok ? 'done' : 'refused'),
      () => 'refused',
    )
  const streamed = new Promise<string>((resolve) => {
    const socket = new WebSocket(`${cmux.replace('http', 'ws')}/api/stream?after=0`)
    socket.addEventListener('message', () => resolve('done'))
    socket.addEventListener('close', () => resolve('refused'))
  })
  return {
    stored: Object.keys(localStorage),
    read: await attempt('/api/status', {}),
    changed: await attempt('/api/backups', { method: 'POST' }),
    streamed: await streamed,
  }
}

const LIVE = '[data-connection="live"]'

test('[S6] tabs share the login, it survives a swap, and a login in one tab brings a logged-out one back', async () => {
  const { context, page } = await stage.browser.open(stage.guarded)
  const second = await context.newPage()
  await second.goto(`${urlOfCmux()}/agents`)
  await second.locator(LIVE).waitFor()
  expect((await stage.guarded.run('restart')).code).toBe(0)
  await page.reload()
  await page.locator(LIVE).waitFor()
  await second.locator(LIVE).waitFor()
  // Under another name of the host it is another origin, where nobody has logged in.
  await second.goto(`http://localhost:${stage.guarded.port}/`)
  await second.getByText('You are not logged in').waitFor()
  await second.goto(`${urlOfCmux()}/agents`)
  await second.locator(LIVE).waitFor()
  // Who loses the secret has the cookie, and is out.
  await page.evaluate(() => localStorage.removeItem('cmux.page-secret'))
  await page.reload()
  await page.getByText('You are not logged in').waitFor()
  await page.getByText('cmux open').waitFor()
  const { stdout } = await stage.guarded.run('open', '--no-open')
  // As a file that leads there, which keeps the code out of the arguments of programs.
  using folder = makeTempFolder()
  const file = join(folder.path, 'login.html')
  writeFileSync(file, `<meta http-equiv="refresh" content="0;url=${stdout.trim()}">`)
  await second.goto(`file://${file}`)
  await second.locator(LIVE).waitFor()
  expect(new URL(second.url()).pathname + new URL(second.url()).search).toBe('/')
  await page.locator(LIVE).waitFor()
})

async function askHighRisk(title: string): Promise<Approval> {
  const body = { title, content: 'deploy it to production', risk: 'high' }
  const path = '/api/approvals'
  return (await ask(stage.guarded, { method: 'POST', path, token: stage.guarded.owner, body }))
    .json as Approval
}

const look = async (id: string) =>
  (await ask(stage.guarded, { path: `/api/approvals/${id}`, token: stage.guarded.owner })).json as Approval

async function wantApproval(page: Page): Promise<void> {
  await page.getByText('Approves this exact action, once').waitFor()
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor()
}

test('[S6] a yes to a high risk waits for a code in a terminal of the owner, and goes on by itself', async () => {
  const { id } = await askHighRisk('May I deploy?')
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: `/approvals/${id}` })
  await wantApproval(page)
  const command = page.getByText(/^cmux confirm [0-9A-F]{4}-[0-9A-F]{4}$/)
  await command.waitFor()
  await shoot('proof')
  expect(await findFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('needs a fresh proof').waitFor()
  expect((await look(id)).state).toBe('waiting')

  await wantApproval(page)
  // A server that takes over knows no code: the page shows another one, and that counts.
  const before = await command.textContent()
  expect((await stage.guarded.run('restart')).code).toBe(0)
  await expect.poll(() => command.textContent(), { timeout: 20_000 }).not.toBe(before)
  const code = (await command.textContent())?.split(' ').at(-1) ?? ''
  const { stdout } = await stage.guarded.run('confirm', code)
  expect(stdout).toMatch(
    /^confirmed: the session tok_\w+ may approve a high-risk action or add a rule until /,
  )
  await page.locator('[data-outcome=approved]').waitFor()
  expect((await look(id)).state).toBe('approved')

  // For five minutes the next one needs no code.
  const next = await askHighRisk('And again?')
  await page.goto(`${urlOfCmux()}/approvals/${next.id}`)
  await page.getByText('Approves this exact action, once').waitFor()
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await page.locator('[data-outcome=approved]').waitFor()
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([])
})

test('[S6] files that a link would fetch without the secret can be saved', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/audit' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download all' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('audit.jsonl')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n')
  expect(lines.map((line) => (JSON.parse(line) as { seq: number }).seq).slice(0, 3)).toEqual([1, 2, 3])
  expect(complaints).toEqual([])
})

test('[S6] where a passphrase is set, the page asks for that', async () => {
  const path = '/api/approvals/passphrase'
  const setPassphrase = (body: object) =>
    ask(stage.guarded, { method: 'PUT', path, token: stage.guarded.owner, body })
  const passphrase = 'correct horse battery'
  expect((await setPassphrase({ passphrase })).status).toBe(200)
  const { page, shoot } = await stage.browser.open(stage.guarded, { path: '/health' })
  // The page has no button for a token: the one for a backup sends this instead.
  await page.route('**/api/backups', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const headers = { ...route.request().headers(), 'content-type': 'application/json' }
    return route.continue({ url: `${urlOfCmux()}/api/tokens`, headers, postData: '{"role":"observer"}' })
  })
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/api/tokens') && response.status() === 201,
  )
  await page.getByRole('button', { name: 'Back up now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  await dialog.getByLabel('passphrase').fill('wrong horse')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('that is not the passphrase').waitFor()
  await dialog.getByLabel('passphrase').fill(passphrase)
  await shoot('proof-passphrase')
  await page.keyboard.press('Enter')
  await answered
  await dialog.waitFor({ state: 'hidden' })
  expect((await setPassphrase({ passphrase: null, current: passphrase })).status).toBe(200)
})
