// The real programs with a budget: what their models say they used is counted from their transcripts, and ends their turns.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Budget } from '../../src/protocol/budgets/budget.ts'
import type { UsageCheck } from '../../src/protocol/budgets/usage.ts'
import type { ShownAgent } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startStage, type Stage } from './stage.ts'

const NAMES = ['claude', 'codex'] as const
/** Gemini CLI can't be kept from a turn, but it is counted. */
const COUNTED = [...NAMES, 'gemini'] as const
const LIMIT = { timeout: 180_000, interval: 100 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, COUNTED)
  await Promise.all(COUNTED.map((name) => stage.spawn(name, 'play hello and the first words')))
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const becomes = (name: string, holds: (agent: ShownAgent) => boolean) =>
  vi.waitFor(async () => {
    const agent = await stage.team.show(name)
    if (!holds(agent)) throw new Error(`not yet: ${JSON.stringify(agent, undefined, 1)}`)
    return agent
  }, LIMIT)

const usedOf = async (name: string, kind: string) => {
  const { json } = await stage.team.ask('GET', `/api/budgets?scope=agent:${name}`)
  const [budget] = (json as { items: Budget[] }).items
  return budget?.meters.find((meter) => meter.kind === kind)?.used ?? 0
}
const check = async () => (await stage.team.ask('GET', '/api/usage/check')).json as UsageCheck
const hasHeard = (name: (typeof NAMES)[number], words: string) =>
  stage.models[name].asked.some(({ body }) => body.includes(words))

test.each(NAMES)(
  '[O3] %s is paused at the end of the turn that crosses the line, and takes no further one',
  async (name) => {
    const { team } = stage
    await expect.poll(() => usedOf(name, 'tokens'), LIMIT).toBeGreaterThan(0)
    await becomes(name, ({ status }) => status === 'idle')
    const tokens = (await usedOf(name, 'tokens')) + 1
    const reply = await team.ask('PUT', '/api/budgets', {
      scope: `agent:${name}`,
      limits: { tokens },
      warnPercent: 100,
    })
    expect(reply.status).toBe(200)
    await stage.waitForScreen(name, 'ready')
    await stage.say(name, 'play hello and the second words')
    const { paused } = await becomes(name, ({ status }) => status === 'paused')
    expect(paused).toMatchObject({ by: 'budget', why: expect.stringContaining('tokens') })
    expect(hasHeard(name, 'the second words')).toBe(true)

    await stage.waitForScreen(name, 'ready')
    const turns = await usedOf(name, 'turns')
    await stage.sayInVain(name, 'play hello and the third words', 'is used up')
    expect([hasHeard(name, 'the third words'), await usedOf(name, 'turns')]).toEqual([false, turns])

    // With more of it, it goes on with what is said then: by mail, as it may be told first to go on where it was.
    expect(await team.cmux.run('budget', 'set', `agent:${name}`, '--tokens', '+1M')).toMatchObject({
      code: 0,
    })
    await becomes(name, (agent) => agent.paused === null)
    const sent = await team.cmux.run('send', name, 'play shell and the fourth words')
    expect(sent).toMatchObject({ code: 0 })
    await expect.poll(() => hasHeard(name, 'the fourth words'), LIMIT).toBe(true)
  },
)

test('[O3] what was counted is what their transcripts say, to the token', async () => {
  for (const name of COUNTED) await expect.poll(() => usedOf(name, 'tokens'), LIMIT).toBeGreaterThan(0)
  for (const name of COUNTED) await stage.team.cmux.run('pause', name)
  for (const name of COUNTED) await becomes(name, ({ status }) => status === 'paused')
  const { agents } = await check()
  for (const { agent, counted, read, same, transcripts } of agents) {
    expect([agent, counted, same]).toEqual([agent, read, true])
    expect([agent, transcripts > 0, counted.output > 0]).toEqual([agent, true, true])
  }
  expect(agents.map(({ agent }) => agent).toSorted()).toEqual([...COUNTED])
})
