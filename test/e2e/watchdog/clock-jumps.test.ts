// A wall clock that is set back, set ahead, or that slept: agents come back, and nothing that waits ends early or never.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareClock } from '../../../src/host/prove/jump-clock.ts'
import { signalProcess } from '../../../src/host/signal-process.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const HOUR_MS = 3_600_000

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'clock-jumps', { environment: { NODE_OPTIONS: prepareClock(built.folder) } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

async function setClock(offsetMs: number, byMs: number): Promise<void> {
  writeFileSync(join(built.folder, 'clock-offset'), String(offsetMs))
  await expect
    .poll(async () => (await team.events('clock.parted')).at(-1)?.data['byMs'], { timeout: 30_000 })
    .toSatisfy((parted) => typeof parted === 'number' && Math.abs(parted - byMs) < 1000)
}

async function comesBack(name: string, generation: number): Promise<void> {
  const { pid } = await team.show(name)
  signalProcess(pid ?? 0, 'SIGKILL')
  await team.becomes(name, 'idle', { generation })
}

test('[Y5] killed agents come back after the clock was set back by an hour, ahead by a day, and back to what is right', async () => {
  await team.spawn('anna')
  await team.becomes('anna', 'idle', { generation: 1 })
  // The history has a restart that will lie ahead of the clock.
  await comesBack('anna', 2)
  await setClock(-HOUR_MS, -HOUR_MS)
  await comesBack('anna', 3)
  await setClock(24 * HOUR_MS, 25 * HOUR_MS)
  await comesBack('anna', 4)
  await setClock(0, -24 * HOUR_MS)
  await comesBack('anna', 5)
  expect((await team.show('anna')).pid).toBeGreaterThan(0)
})
