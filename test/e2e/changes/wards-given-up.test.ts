import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { socketName } from '../../../src/adapters/tmux/tmux-program.ts'
import type { Health } from '../../../src/protocol/health.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { LIMIT, startWardWorld, type WardWorld } from '../../fixtures/ward-world.ts'

let built: BuiltCmux
let world: WardWorld
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  world = await startWardWorld(built, 'given-up', { agents: { stopSec: 1 } })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tmux = (...args: string[]) =>
  execFileSync('tmux', ['-L', socketName(world.cmux.home), ...args], { encoding: 'utf8' })

test('[G2] a service that never gets well is given up loudly, and cmux itself stays healthy', async () => {
  const service = { run: 'echo no such luck; exit 3', health: '/health', probeEverySec: 0.2, readySec: 0.5 }
  const rules = { checks: [], service }
  await world.add('broken', { 'cmux.json': JSON.stringify(rules) })
  const { why, lines } = await world.turns('broken', 'given_up')
  expect([why, lines]).toEqual([
    'ended with exit code 3: no such luck',
    expect.arrayContaining(['no such luck']),
  ])
  const next = (await world.get('/api/next')) as { items: { title: string }[] }
  expect(next.items.map(({ title }) => title)).toContain('the service of broken is down')
  expect(((await world.get('/api/webhooks/health')) as Health).status).toBe('healthy')
  await world.cmux.run('project', 'remove', 'broken')
  await expect.poll(() => tmux('list-windows', '-a', '-F', '#{window_name}'), LIMIT).not.toContain('broken')
})
