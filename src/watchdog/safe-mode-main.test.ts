import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { ask, errorCode } from '../../test/fixtures/ask.ts'
import { headerOf } from '../../test/fixtures/raw-exchange.ts'
import {
  AGENT_TOKEN,
  OBSERVER_TOKEN,
  OWNER_TOKEN,
  startSafeMode,
  type SafeMode,
} from '../../test/fixtures/start-safe-mode.ts'

const HEALTH = '/api/webhooks/health'
const HTML = ['Accept', 'text/html,*/*'] as const
const MAIL = { id: 'm-1', to: 'bob', subject: 'hello', body: 'wörk <b>on</b>' }

const send = (safe: SafeMode, body: unknown, token = AGENT_TOKEN) =>
  ask(safe, { method: 'POST', path: '/api/messages', token, body })

const readSpool = async ({ home }: SafeMode) => {
  const names = (await readdir(join(home, 'spool', 'new'))).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(home, 'spool', 'new', name), 'utf8')))
  return texts.map((text) => JSON.parse(text) as unknown)
}

test('[P4] safe mode says that cmux is unhealthy, and why', async () => {
  await using safe = await startSafeMode()
  await mkdir(join(safe.home, 'watchdog', 'records'))
  const record = { at: '2030-01-01T00:00:00.000Z', kind: 'safe mode', cause: 'crashed', faults: [] }
  await writeFile(join(safe.home, 'watchdog', 'records', '2030-a.json'), JSON.stringify(record))
  await writeFile(join(safe.home, 'watchdog', 'records', '2030-b.json'), '{"kind":')
  const ledger = { current: 'r2', phase: 'trying', triesLeft: 0, good: ['r1'], bad: ['r2'] }
  await writeFile(join(safe.home, 'watchdog', 'state.json'), JSON.stringify(ledger))
  const body = {
    status: 'unhealthy',
    mode: 'safe',
    api: 'unhealthy',
    frontend: { status: 'unhealthy' },
    store: { status: 'unhealthy' },
    tmux: { status: 'unhealthy' },
    release: { id: 'r2', state: 'bad' },
    pid: safe.leader.process.pid,
    uptimeSec: expect.any(Number) as number,
    diagnosis: expect.stringMatching(
      /^No release of cmux is well\. No release is well: the last one crashed\./,
    ) as string,
  }
  const answer = await ask(safe, { path: HEALTH })
  expect({ status: answer.status, json: answer.json }).toEqual({ status: 503, json: body })
})

test.each([
  ['a page', { path: '/agents', headers: [HTML] }, 503],
  ['health', { path: HEALTH }, 503],
  ['anything else', { path: '/api/agents' }, 503],
  ['a refusal', { path: HEALTH, headers: [['Host', 'evil.example']] }, 403],
  ['no HTTP', { path: HEALTH, headers: [['Bad Header', 'x']] }, 400],
] as const)('[P7] %s carries the security headers', async (_what, question, status) => {
  await using safe = await startSafeMode()
  const answer = await ask(safe, question)
  const names = ['x-content-type-options', 'cache-control', 'referrer-policy', 'x-frame-options']
  expect([answer.status, ...names.map((name) => headerOf(answer, name))]).toEqual([
    status,
    'nosniff',
    'no-store',
    'no-referrer',
    'DENY',
  ])
  expect(headerOf(answer, 'content-security-policy')).toMatch(/^default-src 'none'; (?!.*script)/)
})

test('[P4] the page shows the trouble and the last words of the server, escaped, without secrets, and reloads', async () => {
  await using safe = await startSafeMode()
  const logs = join(safe.home, 'logs')
  await mkdir(logs)
  const many = Array.from({ length: 60 }, (_, index) => `line ${index}`).join('\n')
  const secret = 'cmux_\u001b[31mA1b2C3d4E5f6G7h8I9j0K1l2'
  await writeFile(join(logs, 'server.out'), `${many}\n<script>alert(1)</script>\u0007 ${secret}\n`)
  await writeFile(join(safe.home, 'status.log'), 'WARN <b>watchdog</b> failed\n')
  const answer = await ask(safe, { path: '/', headers: [HTML] })
  expect([answer.status, headerOf(answer, 'refresh')]).toEqual([503, '5'])
  expect(answer.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; cmux_[redacted]</pre>')
  expect(answer.body).toContain('WARN &lt;b&gt;watchdog&lt;/b&gt; failed')
  expect(answer.body).toContain('line 59')
  expect(answer.body).not.toMatch(/<script|line 20\n|A1b2|(?!\n)\p{Cc}/u)
  for (const command of ['doctor', 'logs server', 'backup restore', 'release rollback'])
    expect(answer.body).toContain(`cmux ${command}`)
})

test('[H8] page and health name a damaged database and the way out', async () => {
  const text = 'this is no database, and long enough to be looked at '.repeat(20)
  await using safe = await startSafeMode(1, (home) => writeFile(join(home, 'cmux.db'), text))
  expect((await ask(safe, { path: HEALTH })).json).toMatchObject({
    diagnosis: expect.stringMatching(/cmux\.db is damaged.*cmux backup restore/) as string,
  })
  const page = await ask(safe, { path: '/', headers: [HTML] })
  expect(page.body).toContain('The database cmux.db is damaged: file is not a database.')
})

test('[P4] everything else is told that this is safe mode', async () => {
  await using safe = await startSafeMode()
  const answer = await ask(safe, { method: 'DELETE', path: '/api/agents/bob', token: OWNER_TOKEN })
  expect([answer.status, answer.json]).toEqual([
    503,
    {
      error: {
        code: 'SAFE_MODE',
        message: expect.any(String) as string,
        hint: expect.stringContaining('cmux doctor') as string,
      },
    },
  ])
})

test.each([
  ['another Host', [['Host', 'evil.example:80']], 'FORBIDDEN_HOST'],
  ['our Host without the port', [['Host', '127.0.0.1']], 'FORBIDDEN_HOST'],
  ['another Origin', [['Origin', 'http://evil.example']], 'FORBIDDEN_ORIGIN'],
  ['no site', [['Origin', 'null']], 'FORBIDDEN_ORIGIN'],
] as const)('[P7] a request from %s is refused', async (_what, headers, code) => {
  await using safe = await startSafeMode()
  const answer = await ask(safe, { path: HEALTH, headers })
  expect([answer.status, errorCode(answer)]).toEqual([403, code])
})

test('[P1] a message that got its 202 is whole on disk after kill -9', async () => {
  await using safe = await startSafeMode()
  const answer = await send(safe, { ...MAIL, from: 'somebody-else' })
  safe.leader.process.kill('SIGKILL')
  expect([answer.status, answer.json]).toEqual([202, { id: 'm-1', receipt: 'accepted', spooled: true }])
  await safe.leader.exited
  expect(await readSpool(safe)).toEqual([
    { ...MAIL, from: 'ada', acceptedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string, actor: 'ada' },
  ])
  expect(await readdir(join(safe.home, 'spool', 'tmp'))).toEqual([])
})

test('[P2] messages are kept in order, once an id, and only the owner says who they are from', async () => {
  await using safe = await startSafeMode()
  const first = await send(safe, MAIL)
  const again = await send(safe, { ...MAIL, body: 'changed' })
  expect([again.status, again.json]).toEqual([first.status, first.json])
  await send(safe, { id: 'm-1', to: 'bob', body: 'of another sender' }, OWNER_TOKEN)
  const { json } = await send(safe, { from: 'cat', to: 'bob', body: 'third' }, OWNER_TOKEN)
  expect(await readSpool(safe)).toMatchObject([
    { id: 'm-1', from: 'ada', actor: 'ada', body: MAIL.body },
    { id: 'm-1', from: 'owner', actor: 'owner', subject: null },
    { id: (json as { id: string }).id, from: 'cat', actor: 'owner' },
  ])
  expect(json).toMatchObject({ id: expect.stringMatching(/^msg_[0-9a-hjkmnp-tv-z]{26}$/) as string })
})

test.each([
  ['no token', { body: MAIL }, 401, 'UNAUTHENTICATED'],
  ['a wrong token', { token: 'wrong', body: MAIL }, 401, 'UNAUTHENTICATED'],
  ['a token that may not send', { token: OBSERVER_TOKEN, body: MAIL }, 403, 'FORBIDDEN'],
  ['no JSON', { token: AGENT_TOKEN }, 400, 'BAD_REQUEST'],
  ['no object', { token: AGENT_TOKEN, body: [MAIL] }, 400, 'BAD_REQUEST'],
  ['no receiver', { token: AGENT_TOKEN, body: { body: 'x' } }, 400, 'BAD_REQUEST'],
  ['no text', { token: AGENT_TOKEN, body: { to: 'bob', body: 7 } }, 400, 'BAD_REQUEST'],
  [
    'too long a text',
    { token: AGENT_TOKEN, body: { to: 'bob', body: 'é'.repeat(600_000) } },
    413,
    'BODY_TOO_LARGE',
  ],
  ['too long a body', { token: AGENT_TOKEN, body: 'x'.repeat(9 * 1024 * 1024) }, 413, 'BODY_TOO_LARGE'],
] as const)('[P7] a message with %s is refused', async (_what, question, status, code) => {
  await using safe = await startSafeMode()
  const answer = await ask(safe, { method: 'POST', path: '/api/messages', ...question })
  expect([answer.status, errorCode(answer)]).toEqual([status, code])
})

test('[P7] without the file of tokens nobody is let in', async () => {
  await using safe = await startSafeMode()
  await rm(join(safe.home, 'watchdog', 'tokens'))
  const answer = await send(safe, MAIL)
  expect([answer.status, errorCode(answer)]).toEqual([503, 'STORE_UNAVAILABLE'])
})

test('[P1] a spool that can not be written is no 202', async () => {
  await using safe = await startSafeMode()
  await writeFile(join(safe.home, 'spool'), 'in the way')
  const answer = await send(safe, MAIL)
  expect([answer.status, errorCode(answer)]).toEqual([503, 'STORE_UNAVAILABLE'])
})

test('[P4] a swap under load fails none of 50 requests in flight and none that follows', async () => {
  await using safe = await startSafeMode(2)
  const [, heir] = safe.children
  const flights = await Promise.all(Array.from({ length: 50 }, (_, index) => takeOff(safe, index)))
  // Made while nobody else listens, so it is the leader's.
  using held = keepAliveAgent(1)
  expect(await connectionAfterAsking(safe, held.agent)).toBe('keep-alive')
  const ended = { yet: false }
  void safe.leader.exited.then(() => (ended.yet = true))
  using agent = keepAliveAgent()
  const load = Array.from({ length: 8 }, () => askUntil(safe, agent.agent, () => ended.yet))

  heir?.say('listen')
  await heir?.heard('listening')
  safe.leader.say('drain')
  // The word has arrived once the leader tells its own clients to reconnect.
  await vi.waitFor(async () => expect(await connectionAfterAsking(safe, held.agent)).toBe('close'), 20_000)
  // The order to go follows the swap, and must not cut anybody off.
  safe.leader.process.kill('SIGTERM')
  expect(safe.leader.words).not.toContain('yielded')
  const answers = await Promise.all(flights.map((land) => land()))
  await safe.leader.heard('yielded')
  expect(await safe.leader.exited).toBe(0)

  expect(answers).toEqual(answers.map(() => ({ status: 202, connection: 'close' })))
  expect(await readSpool(safe)).toHaveLength(50)
  const statuses = (await Promise.all(load)).flat()
  expect(new Set(statuses)).toEqual(new Set([503]))
  expect((await ask(safe, { path: HEALTH })).json).toMatchObject({ pid: heir?.process.pid })
})

test('[P4] [H10] it beats, and ends when it is told to, or when its watchdog goes because of `down`', async () => {
  await using safe = await startSafeMode(2)
  const [leader, idle] = safe.children
  await leader?.heard('beat')
  await writeFile(join(safe.home, 'watchdog', 'stopping'), '')
  leader?.process.disconnect()
  idle?.process.kill('SIGTERM')
  expect([await leader?.exited, await idle?.exited]).toEqual([0, 0])
})

/** A message whose body is still on its way; `100 Continue` is the proof that the request is in flight. */
async function takeOff(safe: SafeMode, index: number) {
  const body = JSON.stringify({ id: `m-${index}`, to: 'bob', body: 'x'.repeat(1000) })
  const request = http.request({
    host: '127.0.0.1',
    port: safe.port,
    method: 'POST',
    path: '/api/messages',
    agent: new http.Agent({ keepAlive: true }),
    headers: {
      authorization: `Bearer ${AGENT_TOKEN}`,
      expect: '100-continue',
      'content-length': Buffer.byteLength(body),
    },
  })
  request.flushHeaders()
  await once(request, 'continue')
  request.write(body.slice(0, 100))
  return async () => {
    request.end(body.slice(100))
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    return { status: response.statusCode, connection: response.headers.connection }
  }
}

function keepAliveAgent(maxSockets = Number.POSITIVE_INFINITY) {
  const agent = new http.Agent({ keepAlive: true, maxSockets })
  return { agent, [Symbol.dispose]: () => agent.destroy() }
}

async function connectionAfterAsking(safe: SafeMode, agent: http.Agent): Promise<string | undefined> {
  const request = http.get({ host: '127.0.0.1', port: safe.port, path: '/api/agents', agent })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  return response.headers.connection
}

async function askUntil(safe: SafeMode, agent: http.Agent, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  while (!isOver()) {
    const request = http.get({ host: '127.0.0.1', port: safe.port, path: '/api/agents', agent })
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    statuses.push(response.statusCode ?? 0)
  }
  return statuses
}
