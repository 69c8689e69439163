// Slack's buttons over real HTTP, on real requests for approval: a signature or nothing, each once, and a form nowhere else.
import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import { ask } from '../../fixtures/ask.ts'
import { createToken } from '../../fixtures/make-tokens.ts'
import { startReceiver, SIGNING_SECRET, type NoticeReceiver } from '../../fixtures/notice-receiver.ts'
import { writeSecrets } from '../../fixtures/notice-world.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

const LIMIT = { timeout: 20_000, interval: 20 }
const ACTIONS = '/api/webhooks/slack/actions'

let receiver: NoticeReceiver
let server: InProcessServer
beforeAll(async () => {
  receiver = await startReceiver()
  server = await startServer({
    notices: {
      channels: { ops: { kind: 'slack', to: '#ops' } },
      slack: { apiUrl: `${receiver.url}/api/`, people: { U0ADA: 'ada' } },
    },
  })
  writeSecrets(server.home, receiver.url)
  server.context.notices.start()
})
afterAll(async () => {
  await server.context.notices.stop()
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const NOBODY = JSON.stringify({ id: 'apr_1', sha256: 'a'.repeat(64) })

const form = (value = NOBODY, action = 'cmux_approve') => {
  const payload = {
    type: 'block_actions',
    user: { id: 'U0ADA' },
    response_url: `${receiver.url}/reply`,
    // Each press has another one.
    trigger_id: randomUUID(),
    actions: [{ action_id: action, value }],
  }
  return new URLSearchParams({ payload: JSON.stringify(payload) }).toString()
}

const sign = (timestamp: string, body: string) =>
  `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex')}`

async function post(body: string, headers: Record<string, string>, path = ACTIONS) {
  const type = 'application/x-www-form-urlencoded'
  const reply = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  })
  const json = (await reply.json()) as { error?: { code: string } }
  return [reply.status, json.error?.code]
}

const signed = (body: string, at = Math.floor(Date.now() / 1000)) => ({
  'x-slack-request-timestamp': String(at),
  'x-slack-signature': sign(String(at), body),
})

/** Asks for something, and gives what the button of it in Slack carries. */
async function request(title: string, more: { risk?: 'high' } = {}): Promise<{ id: string; value: string }> {
  const asked = { method: 'POST', path: '/api/approvals', token: server.owner }
  const { json } = await ask(server, { ...asked, body: { title, content: `content of ${title}`, ...more } })
  const { id } = json as Approval
  const shown = await vi.waitFor(() => {
    const found = receiver.takenAt('/api/chat.postMessage').find(({ body }) => body.includes(id))
    if (!found) throw new Error(`${title} is not shown yet`)
    return found
  }, LIMIT)
  expect(shown.args['blocks']).toContain(`content of ${title}`)
  const blocks = JSON.parse(shown.args['blocks'] ?? '[]') as { type: string; elements: { value: string }[] }[]
  return { id, value: blocks.find(({ type }) => type === 'actions')?.elements[0]?.value ?? '' }
}

const show = async (id: string) =>
  (await ask(server, { path: `/api/approvals/${id}`, token: server.owner })).json as Approval

/** What was said to who pressed, and to nobody else. */
async function replied(work: () => Promise<unknown>): Promise<string> {
  const before = receiver.takenAt('/reply').length
  expect(await work()).toEqual([200, undefined])
  const reply = await vi.waitFor(() => {
    const found = receiver.takenAt('/reply')[before]
    if (!found) throw new Error('no reply yet')
    return found
  }, LIMIT)
  expect(JSON.parse(reply.body)).toMatchObject({ response_type: 'ephemeral', replace_original: false })
  return reply.title
}

const press = (value: string, action?: string) => {
  const body = form(value, action)
  return replied(() => post(body, signed(body)))
}

test('[O1] a press decides the request that was shown, once, and the message tells how', async () => {
  const { id, value } = await request('a push')
  expect(await press(value)).toBe('Approved.')
  const { state, decision } = await show(id)
  expect([state, decision]).toMatchObject(['approved', { by: 'human:slack:ada', via: 'slack' }])
  await vi.waitFor(() => {
    expect(receiver.takenAt('/api/chat.update').map(({ title }) => title)).toEqual(['approved: a push'])
  }, LIMIT)
  // Again, and the other way round.
  expect(await press(value)).toMatch(/^Nothing was changed: .* was approved by human:slack:ada/)
  expect(await press(value, 'cmux_deny')).toMatch(/^Nothing was changed: /)
  expect(await show(id)).toMatchObject({ state: 'approved', decision })
  expect(receiver.faults).toEqual([])
})

test('[O1] what was decided elsewhere is told in Slack, and can’t be decided there any more', async () => {
  const { id, value } = await request('a deletion')
  const { secret } = await createToken(server, 'human')
  await ask(server, {
    method: 'POST',
    path: `/api/approvals/${id}/deny`,
    token: secret,
    body: { reason: 'no' },
  })
  await vi.waitFor(() => {
    expect(receiver.takenAt('/api/chat.update').map(({ title }) => title)).toContain('denied: a deletion')
  }, LIMIT)
  expect(await press(value)).toMatch(/^Nothing was changed: /)
  expect(await show(id)).toMatchObject({ state: 'denied' })
})

test('[O1] [S6] a yes to a high risk, which needs a fresh proof, is refused; a no is not', async () => {
  const { id, value } = await request('a deployment', { risk: 'high' })
  expect(await press(value)).toMatch(/^Nothing was changed: a yes to a high risk needs a fresh proof/)
  expect(await show(id)).toMatchObject({ state: 'waiting' })
  expect(await press(value, 'cmux_deny')).toBe('Denied.')
})

test('[O1] [P7] other content than was shown, an unknown request, and a yes without the passphrase are refused', async () => {
  const { id, value } = await request('a spend')
  const other = JSON.stringify({ id, sha256: 'b'.repeat(64) })
  expect(await press(other)).toMatch(/^Nothing was changed: what was shown is not what/)
  expect(await press(NOBODY)).toBe('Nothing was changed: there is no request apr_1. See: cmux approvals list')
  const passphrase = { method: 'PUT', path: '/api/approvals/passphrase', token: server.owner }
  await ask(server, { ...passphrase, body: { passphrase: 'correct horse battery' } })
  expect(await press(value)).toMatch(/^Nothing was changed: a yes needs the passphrase/)
  expect(await show(id)).toMatchObject({ state: 'waiting' })
  expect(await press(value, 'cmux_deny')).toBe('Denied.')
  expect(await show(id)).toMatchObject({ state: 'denied' })
})

test('[P7] a request that was correctly signed counts once: heard again, it decides nothing, not even what was refused before', async () => {
  const { id, value } = await request('a transfer')
  const passphrase = { method: 'PUT', path: '/api/approvals/passphrase', token: server.owner }
  const current = 'correct horse battery'
  await ask(server, { ...passphrase, body: { passphrase: current, current } })
  const body = form(value)
  const headers = signed(body)
  expect(await replied(() => post(body, headers))).toMatch(/^Nothing was changed: a yes needs the passphrase/)
  expect((await ask(server, { ...passphrase, body: { passphrase: null, current } })).status).toBe(200)
  expect(await post(body, headers)).toEqual(REFUSED)
  expect(await show(id)).toMatchObject({ state: 'waiting' })
  // Signed anew, as a press of its own.
  expect(await press(value)).toBe('Approved.')
})

const REFUSED = [401, 'UNAUTHENTICATED']

test('[P7] what is not signed, signed otherwise, old, or changed is refused', async () => {
  const old = Math.floor(Date.now() / 1000) - 301
  const body = form()
  const { 'x-slack-signature': signature } = signed(body)
  expect([
    await post(body, {}),
    await post(body, signed(body, old)),
    await post(`${body}&more=1`, signed(body)),
    await post(body, { 'x-slack-signature': signature }),
    await post(body, { authorization: `Bearer ${server.owner}` }),
    await post('', {}),
  ]).toEqual(Array.from({ length: 6 }, () => REFUSED))
})

test('[P7] a form is understood nowhere else', async () => {
  const auth = { authorization: `Bearer ${server.owner}` }
  for (const path of ['/api/messages', '/api/pause', '/api/webhooks/slack'])
    expect(await post('a=b', auth, path)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})
