// Ten minutes of fifty demo agents that work, fall and come back, with swaps of the server: nobody is told of a discrepancy, since
// there is none.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../src/protocol/alerts/alert.ts'
import type { Discrepancies } from '../../src/protocol/alerts/discrepancy.ts'
import type { SentMessage } from '../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { makeRepository } from '../fixtures/git-repository.ts'

const AGENTS = 50
const SOAK_MS = 10 * 60_000
const SWAP_EVERY_MS = 2 * 60_000

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  // A swap takes a while on a busy machine, and that is no hang.
  team = await startTeam(built, 'clean', {
    watchdog: { probeLimitSec: 10, readySec: 60, drainSec: 30 },
    agents: { restarts: 100, backOffSec: [0] },
    settings: { discrepancies: { everySec: 10 } },
  })
  const { path } = makeRepository(join(built.folder, 'shop'))
  await team.ask('POST', '/api/projects', { path })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

test('[W2] no discrepancy is told of on a clean system with fifty agents in ten minutes', async () => {
  for (let index = 0; index < AGENTS; index += 1) await team.spawn(`a${index}`, { project: 'shop' })
  for (let index = 0; index < AGENTS; index += 1) await team.becomes(`a${index}`, 'idle')
  const endMs = performance.now() + SOAK_MS
  let swapMs = performance.now() + SWAP_EVERY_MS
  const told = new Set<string>()
  const looks = new Set<string | null>()
  for (let round = 0; performance.now() < endMs; round += 1) {
    await work(`a${round % AGENTS}`, round)
    const found = (await team.ask('GET', '/api/discrepancies')).json as Partial<Discrepancies> | undefined
    for (const { id } of found?.items ?? []) told.add(id)
    looks.add(found?.lookedAt ?? null)
    if (performance.now() < swapMs) continue
    expect((await team.cmux.run('restart')).code).toBe(0)
    swapMs = performance.now() + SWAP_EVERY_MS
  }
  const alerts = (await team.ask('GET', '/api/alerts')).json as { items: Alert[] }
  expect([
    ...told,
    ...alerts.items.filter(({ kind }) => kind === 'discrepancy').map(({ title }) => title),
  ]).toEqual([])
  expect(looks.size).toBeGreaterThan(30)
})

/** Every seventh falls instead, and is waited for. */
async function work(name: string, round: number): Promise<void> {
  const { generation } = await team.becomes(name, 'idle')
  if (round % 7 === 0) {
    await team.prompt(name, 'crash 3')
    await team.until(name, (agent) => agent.generation > generation && agent.status === 'idle')
    return
  }
  const body = `write f${round}.txt text\ncommit Work ${round}`
  const { id } = (await team.ask('POST', '/api/messages', { to: name, body })).json as SentMessage
  await team.reaches(id, 'seen')
}
