import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { LoginLink } from '../../../src/protocol/access/token.ts'
import { ask } from '../../fixtures/ask.ts'
import { createToken, sessionOf } from '../../fixtures/make-tokens.ts'
import { rawExchange } from '../../fixtures/raw-exchange.ts'
import { openWebSocket } from '../../fixtures/read-stream.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { readContent } from '../../fixtures/read-content.ts'

const CANARY = 'sk-canary0123456789abcdefghij'

/** Does everything that handles a secret, and what goes wrong with one; gives the secrets that were in play. */
async function useSecrets(server: InProcessServer): Promise<Record<string, string>> {
  const { owner } = server
  const link = (await ask(server, { method: 'POST', path: '/api/login-links', token: owner }))
    .json as LoginLink
  const code = new URL(link.url).searchParams.get('code') ?? ''
  const { cookie, page } = sessionOf(await ask(server, { path: `/login?code=${code}` }))
  await ask(server, { path: `/login?code=${code}` })
  await ask(server, { path: `/login?code=${code}&more=x` })
  const agent = await createToken(server, 'agent')
  const revoked = await createToken(server, 'observer')
  await ask(server, { method: 'DELETE', path: `/api/tokens/${revoked.id}`, token: owner })
  await ask(server, { path: '/api/status', token: revoked.secret })
  await ask(server, { path: '/api/status', cookie })
  await ask(server, { path: '/api/status', cookie, page })
  await ask(server, { path: '/api/status', cookie, page: `${page}x` })
  const opened = await openWebSocket(server, 0, { cookie, page })
  opened.close()
  const wrong = `cmux_${'w'.repeat(43)}`
  await ask(server, { path: '/api/status', token: wrong })
  await ask(server, { path: `/nothing/${owner}?token=${owner}`, token: owner })
  await ask(server, {
    method: 'POST',
    path: '/api/tokens',
    token: owner,
    body: { role: 'agent', agent: owner },
  })
  await ask(server, { path: '/planted', token: owner })
  await rawExchange(
    server.port,
    `GET / HTTP/1.1\r\nAuthorization: Bearer ${owner}\r\nBad Header ${owner}\r\n\r\n`,
  )
  const stream = await openWebSocket(server, 0, { token: agent.secret }).catch(() => undefined)
  stream?.close()
  await ask(server, { method: 'POST', path: '/api/backups', token: owner })
  return {
    owner,
    code,
    session: cookie.split('=')[1] ?? '',
    page,
    agent: agent.secret,
    revoked: revoked.secret,
    wrong,
    canary: CANARY,
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

test('[P7] no file of the home holds a secret but the one that is for it', async () => {
  await using server = await startServer({ log: { level: 'debug' } }, (app) => {
    app.get('/planted', { config: { access: ['owner'] } }, ({ headers }) => {
      throw new Error(`${headers.authorization} ${CANARY}`, { cause: { token: CANARY, headers } })
    })
  })
  const secrets = await useSecrets(server)
  const files = await listFiles(server.home)
  const found: string[] = []
  for (const path of files) {
    const content = readContent(path)
    for (const [name, secret] of Object.entries(secrets))
      if (content.includes(secret)) found.push(`${name} in ${relative(server.home, path)}`)
  }
  expect(found).toEqual(['owner in tokens/owner'])
  // The run did reach the files: the database, a backup, and the internal error in the log.
  expect(files.map((path) => relative(server.home, path))).toEqual(
    expect.arrayContaining(['cmux.db', 'logs/server.log', 'tokens/owner']),
  )
  const log = await readFile(join(server.home, 'logs', 'server.log'), 'utf8')
  expect(log).toContain('something unexpected happened')
  expect(log).toContain('Bearer cmux_[redacted] sk-[redacted]')
})

test('[P7] the internal error tells the caller nothing of what went wrong', async () => {
  await using server = await startServer({}, (app) => {
    app.get('/planted', { config: { access: ['owner'] } }, () => {
      throw new Error(`boom ${CANARY}`)
    })
  })
  const reply = await ask(server, { path: '/planted', token: server.owner })
  expect([reply.status, reply.json]).toEqual([
    500,
    {
      error: {
        code: 'INTERNAL',
        message: 'something unexpected happened',
        hint: 'try again; if it keeps failing, see `cmux logs server`',
      },
    },
  ])
})

test('[P7] the home and what is in it are for the owner alone', async () => {
  await using server = await startServer()
  const modes: string[] = []
  for (const name of ['', 'tokens', 'logs', 'backups', 'tokens/owner'])
    modes.push(`${name} ${((await stat(join(server.home, name))).mode & 0o077).toString(8)}`)
  expect(modes).toEqual([' 0', 'tokens 0', 'logs 0', 'backups 0', 'tokens/owner 0'])
})

test('[P7] each request leaves one line that says who did what, without secrets', async () => {
  await using server = await startServer()
  const agent = await createToken(server, 'agent')
  await ask(server, { method: 'POST', path: '/api/tokens?x=1', token: agent.secret, body: { role: 'human' } })
  const log = await readFile(join(server.home, 'logs', 'server.log'), 'utf8')
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ method, route, status, who }) => ({ method, route, status, who }))).toEqual([
    { method: 'POST', route: '/api/tokens', status: 201, who: 'owner' },
    { method: 'POST', route: '/api/tokens', status: 403, who: 'agent:anna' },
  ])
  expect(log.includes('?x=1')).toBe(false)
})
