// Services of projects: kept running whatever happens to them, to us or to tmux, and apart from everything of ours.
import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { socketName } from '../../../src/adapters/tmux/tmux-program.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startVisitors } from '../../fixtures/visitors.ts'
import { LIMIT, startWardWorld, type WardWorld } from '../../fixtures/ward-world.ts'

let built: BuiltCmux
let world: WardWorld
beforeAll(async () => {
  built = await buildCmux()
  world = await startWardWorld(built, 'wards', { agents: { stopSec: 1 } })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const SERVER = `import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
let isStuck = false
createServer((request, response) => {
  if (request.url === '/exit') process.exit(3)
  if (request.url === '/stick') isStuck = true
  if (request.url === '/headers') return response.end(JSON.stringify(request.headers))
  if (isStuck && request.url === '/health') return
  if (request.url?.startsWith('/read')) {
    try { return response.end(readFileSync(request.url.slice(5), 'utf8')) } catch (error) { return response.end(error.code) }
  }
  response.end(\`\${process.env.WORD ?? ''} \${process.env.CMUX_DATA}\`)
}).listen(Number(process.env.PORT), '127.0.0.1')
`
const rules = (service: object) =>
  JSON.stringify({
    checks: [],
    service: { run: 'node server.mjs', health: '/health', probeEverySec: 0.2, ...service },
  })
const files = (service: object = {}) => ({ 'server.mjs': SERVER, 'cmux.json': rules(service) })
const fetchText = async (port: number | null, path = '/') =>
  (await fetch(`http://127.0.0.1:${port}${path}`)).text()
const tmux = (...args: string[]) =>
  execFileSync('tmux', ['-L', socketName(world.cmux.home), ...args], { encoding: 'utf8' })

describe('a service', () => {
  test('[G2] is started from a tree of the commit, with its own environment, and shown apart from cmux', async () => {
    await world.add('shop', files({ env: { WORD: 'hello' } }))
    const { port, serving, wanted } = await world.turns('shop', 'well')
    expect([await fetchText(port), serving]).toEqual([
      expect.stringMatching(/^hello .*\/data$/),
      wanted.commit,
    ])
    const { stdout } = await world.cmux.run('status')
    expect(stdout).toContain(`service shop is well · http://127.0.0.1:${port}`)
    expect((await world.cmux.run('project', 'service', 'shop')).stdout).toContain('shop is well')
    expect(tmux('list-windows', '-a', '-F', '#{window_name}')).toContain('service-shop')
    expect(await world.get('/api/agents')).toMatchObject({ items: [] })
  })

  test('[G2] [P7] runs behind walls: it reaches neither tokens nor the project', async () => {
    const { port } = await world.turns('shop', 'well')
    expect(await fetchText(port, `/read${world.cmux.home}/tokens/owner`)).toBe('ENOENT')
    expect(await fetchText(port, `/read${world.cmux.home}/cmux.db`)).toBe('ENOENT')
  })

  test('[S6] gets neither the dashboard’s cookie nor its headers', async () => {
    const { port } = await world.turns('shop', 'well')
    const headers = {
      cookie: 'theme=dark; cmux_session_8000=cmux_stolen',
      'x-cmux-page-secret': 'cmux_page',
      authorization: 'Bearer cmux_token',
    }
    const answer = await fetch(`http://127.0.0.1:${port}/headers`, { headers })
    const heard = (await answer.json()) as Record<string, string>
    expect([heard['cookie'], JSON.stringify(heard)]).toEqual([
      'theme=dark',
      expect.not.stringContaining('cmux_'),
    ])
  })

  test('[G2] that is killed is back, and who asks meanwhile waits instead of failing', async () => {
    const { port, servingPid, pid } = await world.turns('shop', 'well')
    const visitors = startVisitors(port ?? 0)
    process.kill(-Number(servingPid), 'SIGKILL')
    const after = await world.turns('shop', 'well', { falls: 1 })
    expect([Object.keys(await visitors.end()), after.pid, after.port]).toEqual([['200'], pid, port])
    expect(after.servingPid).not.toBe(servingPid)
    // Also when it was back before anybody looked.
    const { items } = (await world.get('/api/events?types=service.fell')) as { items: { data: unknown }[] }
    expect(items.map(({ data }) => data)).toMatchObject([
      { project: 'shop', falls: 1, why: 'was killed by SIGKILL' },
    ])
  })

  test('[G2] that hangs is ended and started again', async () => {
    const { port, servingPid } = await world.turns('shop', 'well')
    await fetchText(port, '/stick')
    await expect.poll(async () => (await world.ward('shop')).servingPid, LIMIT).not.toBe(servingPid)
    await world.turns('shop', 'well')
  })

  test('[G2] whose porter or tmux is killed is back on the same port', async () => {
    const before = await world.turns('shop', 'well')
    process.kill(Number(before.pid), 'SIGKILL')
    const again = await world.turns('shop', 'well', { generation: before.generation + 1, port: before.port })
    tmux('kill-server')
    await world.turns('shop', 'well', { generation: again.generation + 1, port: before.port })
    expect(await fetchText(before.port)).toContain('hello')
  })

  test('[G2] outlives the server: the same process after a kill, a planned swap, and down', async () => {
    const { pid, servingPid, port } = await world.turns('shop', 'well')
    const visitors = startVisitors(port ?? 0)
    process.kill((await world.cmux.family()).leader, 'SIGKILL')
    await world.turns('shop', 'well', { pid, servingPid })
    expect((await world.cmux.run('restart')).code).toBe(0)
    await world.turns('shop', 'well', { pid, servingPid })
    await world.cmux.run('down')
    expect((await world.cmux.run('up', '--no-open')).code).toBe(0)
    await world.turns('shop', 'well', { pid, servingPid })
    expect(Object.keys(await visitors.end())).toEqual(['200'])
  })

  test('[H10] ends with down --agents, and comes back with up', async () => {
    const { pid, servingPid, port } = await world.turns('shop', 'well')
    await world.cmux.run('down', '--agents')
    for (const gone of [pid, servingPid]) await expect.poll(() => isAlive(Number(gone)), LIMIT).toBe(false)
    expect((await world.cmux.run('up', '--no-open')).code).toBe(0)
    await expect.poll(async () => (await world.ward('shop')).pid, LIMIT).not.toBe(pid)
    await world.turns('shop', 'well', { port })
  })

  test('[G2] is restarted without a gap from what the main branch is now, stopped, and started', async () => {
    const { port, servingPid } = await world.turns('shop', 'well')
    const visitors = startVisitors(port ?? 0)
    expect((await world.cmux.run('project', 'service', 'shop', 'restart')).code).toBe(0)
    await expect.poll(async () => (await world.ward('shop')).servingPid, LIMIT).not.toBe(servingPid)
    const { pid } = await world.turns('shop', 'well')
    expect(Object.keys(await visitors.end())).toEqual(['200'])
    await world.post('/api/services/shop/stop')
    await world.turns('shop', 'stopped')
    await expect.poll(() => isAlive(Number(pid)), LIMIT).toBe(false)
    await world.post('/api/services/shop/start')
    await world.turns('shop', 'well', { port })
  })

  test('[G2] without a health is well while it lives, and has its port to itself', async () => {
    const { health: _, ...plain } = JSON.parse(rules({})).service as Record<string, unknown>
    await world.add('plain', {
      'server.mjs': SERVER,
      'cmux.json': JSON.stringify({ checks: [], service: plain }),
    })
    const { servingPid } = await world.turns('plain', 'well')
    process.kill(-Number(servingPid), 'SIGKILL')
    expect((await world.turns('plain', 'well', { falls: 1 })).servingPid).not.toBe(servingPid)
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false // it is gone
  }
}
