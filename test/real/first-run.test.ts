// What the real programs ask when they first run in a folder of a person's: told in `next`, with the answer that cmux can give.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Attention } from '../../src/protocol/attention.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startStage, type Stage } from './stage.ts'

/** OpenCode asks nothing. */
const ASKING = ['claude', 'codex', 'gemini'] as const
const LIMIT = { timeout: 180_000, interval: 200 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, ASKING)
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const itemOf = async (name: string) =>
  ((await stage.team.ask('GET', '/api/next')).json as Attention).items.find(
    (item) => item.kind === 'agent-asks' && item.agent === name,
  )

test.each(ASKING)(
  '[L1] [A8] %s asks whether to trust a folder of a person’s: next has the answer, and with it the agent goes on',
  async (name) => {
    const { team } = stage
    await stage.spawn(name, 'play hello', '--in-checkout', '--yes')
    await expect.poll(() => itemOf(name), LIMIT).toBeDefined()
    const item = await itemOf(name)
    expect(item).toMatchObject({
      title: `${name} asks whether to trust its folder`,
      command: `cmux agent answer ${name}`,
      answer: expect.stringMatching(/trust/i) as string,
    })
    expect(await team.cmux.run('agent', 'answer', name)).toMatchObject({ code: 0 })
    await expect
      .poll(() => stage.models[name].asked.some(({ body }) => body.includes('play hello')), LIMIT)
      .toBe(true)
    expect(await itemOf(name)).toBeUndefined()
  },
)
