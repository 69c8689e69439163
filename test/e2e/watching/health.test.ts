import { spawnSync } from 'node:child_process'
import { chmod, mkdir, open, rm, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import { Health } from '../../../src/protocol/health.ts'
import { ask } from '../../fixtures/ask.ts'
import { makeBuild, startServerProcess, type Build } from '../../fixtures/start-server-process.ts'
import { createToken, logIn, makeLoginPath } from '../../fixtures/make-tokens.ts'
import { headerOf } from '../../fixtures/raw-exchange.ts'
import { startServer, type RunningServer } from '../../fixtures/start-server.ts'
import { makeTempFolder } from '../../fixtures/temp-folder.ts'

/** CONTRACT.md: it never blocks longer. */
const HEALTH_LIMIT_MS = 2000

const MAKE_PIPE = 'mkfifo'

async function readHealth(server: RunningServer) {
  const began = performance.now()
  const reply = await ask(server, { path: '/api/webhooks/health' })
  const tookMs = performance.now() - began
  return { status: reply.status, health: Health.parse(reply.json), tookMs }
}

/** A folder with nothing but the given programs, to be the whole PATH of a server. */
async function makePath(programs: Readonly<Record<string, string>>) {
  const folder = makeTempFolder()
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(folder.path, name), script)
    await chmod(join(folder.path, name), 0o755)
  }
  return folder
}

describe('health', () => {
  let build: Build
  beforeAll(async () => {
    build = await makeBuild()
  })
  afterAll(() => build[Symbol.dispose]())

  test('[H1] of a whole server is 200 and healthy, and names the process that answers', async () => {
    using path = await makePath({ tmux: '#!/bin/sh\necho tmux 9.9\n' })
    await using server = await startServerProcess(build, { env: { PATH: path.path } })
    const { status, health } = await readHealth(server)
    expect([status, health]).toEqual([
      200,
      {
        status: 'healthy',
        api: 'healthy',
        frontend: { status: 'healthy' },
        store: { status: 'healthy' },
        tmux: { status: 'healthy', detail: 'tmux 9.9' },
        release: { id: expect.any(String), state: 'trying' },
        pid: server.pid,
        uptimeSec: expect.any(Number),
      },
    ])
  })

  test('[H8] is degraded, and names tmux, when there is no tmux', async () => {
    using path = await makePath({})
    await using server = await startServerProcess(build, { env: { PATH: path.path } })
    const { status, health } = await readHealth(server)
    expect([status, health.status, health.tmux]).toEqual([
      200,
      'degraded',
      { status: 'unhealthy', detail: 'tmux is not installed, and agents live in it' },
    ])
  })

  test('[H1] [P8] answers in time when tmux hangs, and starts it once for all who ask', async () => {
    using path = await makePath({})
    const asked = join(path.path, 'asked')
    await writeFile(join(path.path, 'tmux'), `#!/bin/sh\necho x >> ${asked}\nexec /bin/sleep 60\n`)
    await chmod(join(path.path, 'tmux'), 0o755)
    await using server = await startServerProcess(build, { env: { PATH: path.path } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => readHealth(server)))
    for (const { status, health, tookMs } of answers) {
      expect([status, health.status, health.tmux.status]).toEqual([200, 'degraded', 'unhealthy'])
      expect(tookMs).toBeLessThan(HEALTH_LIMIT_MS)
    }
    const file = await open(asked)
    expect((await file.readFile('utf8')).trim().split('\n')).toHaveLength(1)
    await file.close()
  })
})

describe('the front end', () => {
  test.each([
    ['its page is gone', 'index.html', (path: string) => rm(path)],
    ['its page is empty', 'index.html', (path: string) => truncate(path)],
    ['its script is gone', 'assets/main.js', (path: string) => rm(path)],
    ['its script is empty', 'assets/main.js', (path: string) => truncate(path)],
    ['its folder is gone', '.', (path: string) => rm(path, { recursive: true })],
  ])('[H7] is degraded, and the rest goes on, when %s', async (_, name, harm) => {
    await using server = await startServer()
    expect((await readHealth(server)).health.frontend).toEqual({ status: 'healthy' })
    await harm(join(server.webRoot, name))
    const { status, health } = await readHealth(server)
    expect([status, health.status, health.store.status]).toEqual([200, 'degraded', 'healthy'])
    expect(health.frontend).toEqual({ status: 'degraded', detail: expect.any(String) })
    expect((await ask(server, { path: '/api/status', token: server.owner })).status).toBe(200)
    const page = await ask(server, { path: '/' })
    expect([200, 404]).toContain(page.status)
  })

  test('[H1] [P8] that hangs on its files does not hold up health, however often it is asked', async () => {
    await using server = await startServer()
    const page = join(server.webRoot, 'index.html')
    await rm(page)
    await mkdir(dirname(page), { recursive: true })
    // Opening a pipe that nobody writes to waits for ever, like a file on a network that is gone.
    expect(spawnSync(MAKE_PIPE, [page]).status).toBe(0)
    try {
      for (let round = 0; round < 6; round += 1) {
        const { status, health, tookMs } = await readHealth(server)
        expect([status, health.frontend.status]).toEqual([200, 'unhealthy'])
        expect(tookMs).toBeLessThan(HEALTH_LIMIT_MS)
      }
      // The threads that do file work are not used up.
      expect((await ask(server, { method: 'POST', path: '/api/backups', token: server.owner })).status).toBe(
        201,
      )
    } finally {
      const writer = await open(page, 'w')
      await writer.close()
    }
  })
})

describe('the store', () => {
  test('[H8] that is damaged makes health 503, in the words of the damage', async () => {
    await using server = await startServer()
    const database = join(server.home, 'cmux.db')
    // Both files: what is in the write-ahead log would hide the damage.
    for (const path of [database, `${database}-wal`]) {
      const file = await open(path, 'r+')
      await file.write(Buffer.alloc(65_536, 0x5a), 0, 65_536, 0)
      await file.close()
    }
    await expect
      .poll(async () => (await readHealth(server)).health.store.status, { timeout: 10_000 })
      .toBe('unhealthy')
    const { status, health, tookMs } = await readHealth(server)
    expect([status, health.status]).toEqual([503, 'unhealthy'])
    expect(health.store.detail).toEqual(expect.any(String))
    expect(tookMs).toBeLessThan(HEALTH_LIMIT_MS)
  })
})

async function readAlerts(server: RunningServer) {
  const { json } = await ask(server, { path: '/api/alerts?state=open', token: server.owner })
  return (json as { items: Alert[] }).items
}

const readFrontEnd = async (server: RunningServer) => (await readHealth(server)).health.frontend

describe('a page that breaks', () => {
  const FAULT = {
    release: 'test-release',
    kind: 'error',
    message: 'TypeError: x is undefined',
    where: '/assets/main-1.js:3:14',
    page: '/chat',
    count: 1,
  } as const
  const tell = (server: RunningServer, change: object, token = server.owner) =>
    ask(server, { method: 'POST', path: '/api/page-faults', token, body: { ...FAULT, ...change } })
  test('[L9] makes the front end degraded and is one alert, counted, until a person has seen it', async () => {
    await using server = await startServer()
    const { cookie, page } = await logIn(server)
    const headers = [
      ['cookie', cookie],
      ['origin', server.url],
      ['x-cmux-client', 'web'],
      ['x-cmux-page-secret', page],
    ] as const
    const first = await ask(server, { method: 'POST', path: '/api/page-faults', headers, body: FAULT })
    expect(first.status).toBe(204)
    await tell(server, { count: 4 })
    await tell(server, { message: 'other: ghp_0123456789abcdefghijklmnopqrstuvwxyz01', kind: 'load' })
    const alerts = await readAlerts(server)
    expect(alerts.map(({ kind, title, count, project }) => ({ kind, title, count, project }))).toEqual([
      {
        kind: 'page',
        title: "the dashboard can't load a part of itself: other: ghp_[redacted]",
        count: 1,
        project: null,
      },
      { kind: 'page', title: 'the dashboard fails: TypeError: x is undefined', count: 5, project: null },
    ])
    expect(alerts[1]?.lines[0]).toBe(
      'TypeError: x is undefined (/assets/main-1.js:3:14, shown: /chat, release test-release)',
    )
    expect(await readFrontEnd(server)).toEqual({
      status: 'degraded',
      detail: expect.stringMatching(/^the dashboard .*release test-release\), and 1 more/) as string,
    })
    expect((await readHealth(server)).status).toBe(200)
    for (const { id } of alerts)
      await ask(server, { method: 'POST', path: `/api/alerts/${id}/acknowledge`, token: server.owner })
    expect(await readFrontEnd(server)).toEqual({ status: 'healthy' })
  })

  test('[L9] is not charged to another release than its own, nor told by an agent, nor by nobody', async () => {
    await using server = await startServer()
    expect((await tell(server, { release: 'the-one-before' })).status).toBe(204)
    for (const role of ['agent', 'observer', 'webhook'] as const) {
      const { secret } = await createToken(server, role)
      expect((await tell(server, {}, secret)).status).toBe(403)
    }
    const stranger = await ask(server, { method: 'POST', path: '/api/page-faults', body: FAULT })
    expect(stranger.status).toBe(401)
    expect([await readAlerts(server), await readFrontEnd(server)]).toEqual([[], { status: 'healthy' }])
  })

  test('[L9] can say only so much, and only so often', async () => {
    await using server = await startServer()
    const long = { message: 'x'.repeat(501) }
    expect((await tell(server, long)).status).toBe(400)
    expect((await tell(server, { message: 'x'.repeat(9000) })).status).toBe(413)
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) =>
        tell(server, { message: `m${'abcdefghijklmnopqrstuvwxyz'[index]}` }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    expect([
      statuses.filter((one) => one === 204).length,
      statuses.filter((one) => one === 429).length,
    ]).toEqual([20, 5])
    const refused = replies.find(({ status }) => status === 429)
    expect(refused && headerOf(refused, 'retry-after')).toBe('5')
  })

  test('[L9] knows its release from its own answer, by link and by address', async () => {
    await using server = await startServer()
    const pages = [await ask(server, { path: '/' }), await ask(server, { path: await makeLoginPath(server) })]
    const names = pages.map((reply) => headerOf(reply, 'server-timing'))
    expect(names).toEqual(['release;desc="test-release"', 'release;desc="test-release"'])
  })
})
