// The address for Slack's buttons over real HTTP: a signature or nothing, and a form nowhere else.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startReceiver, SIGNING_SECRET, type NoticeReceiver } from '../fixtures/notice-receiver.ts'
import { writeSecrets } from '../fixtures/notice-world.ts'
import { startServer, type InProcessServer } from '../fixtures/start-server.ts'

const ACTIONS = '/api/webhooks/slack/actions'

let receiver: NoticeReceiver
let server: InProcessServer
beforeAll(async () => {
  receiver = await startReceiver()
  server = await startServer({ notices: { slack: { people: { U0ADA: 'ada' } } } })
  writeSecrets(server.home, receiver.url)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const form = () => {
  const value = JSON.stringify({ id: 'apr_1', sha256: 'a'.repeat(64) })
  const payload = {
    type: 'block_actions',
    user: { id: 'U0ADA' },
    response_url: `${receiver.url}/reply`,
    actions: [{ action_id: 'cmux_approve', value }],
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

test('[O1] a press that Slack has signed is taken, and answered to who pressed', async () => {
  expect(await post(form(), signed(form()))).toEqual([200, undefined])
  const [reply] = await vi.waitFor(() => {
    expect(receiver.takenAt('/reply')).toHaveLength(1)
    return receiver.takenAt('/reply')
  })
  expect(JSON.parse(reply!.body)).toEqual({
    response_type: 'ephemeral',
    replace_original: false,
    text: expect.stringMatching(/^Nothing was changed: /),
  })
})

test('[P7] what is not signed, signed otherwise, old, or changed is refused', async () => {
  const refused = [401, 'UNAUTHENTICATED']
  const old = Math.floor(Date.now() / 1000) - 301
  const { 'x-slack-signature': signature } = signed(form())
  expect([
    await post(form(), {}),
    await post(form(), signed(form(), old)),
    await post(`${form()}&more=1`, signed(form())),
    await post(form(), { 'x-slack-signature': signature }),
    await post(form(), { authorization: `Bearer ${server.owner}` }),
    await post('', {}),
  ]).toEqual(Array.from({ length: 6 }, () => refused))
})

test('[P7] a form is understood nowhere else', async () => {
  const auth = { authorization: `Bearer ${server.owner}` }
  for (const path of ['/api/messages', '/api/pause', '/api/webhooks/slack'])
    expect(await post('a=b', auth, path)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE'])
})
