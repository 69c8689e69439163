// A model that says nothing, and the real Claude Code with its spinner turning: it is found by what it does, which is nothing.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 120_000, interval: 100 }
const SHORT = { nudgeSec: 6, interruptSec: 9, restartSec: 60 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, ['claude'], { limits: { worker: SHORT } })
  await stage.spawn('claude', 'play hello')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const stepsOf = async () =>
  (await stage.team.events('agent.unmoved')).map(
    ({ data }) => `${String(data['fault'])}: ${String(data['rung'])}`,
  )

test('[L2] Claude Code with a silent model is looked at, nudged and interrupted while its spinner turns, and then goes on', async () => {
  const { team, models } = stage
  await team.until('claude', ({ status, evidence }) => status === 'idle' && evidence.some(hasEnded))
  expect(await stepsOf()).toEqual([])
  // It is silent once: the turn that is taken again is answered.
  const { json } = await team.ask('POST', '/api/messages', { to: 'claude', body: 'play stall' })
  await team.told('agent.unmoved', { agent: 'claude', fault: 'frozen', rung: 'interrupt' })
  expect(await stepsOf()).toEqual(['frozen: look', 'frozen: nudge', 'frozen: interrupt'])
  await team.reaches((json as { id: string }).id, 'seen', LIMIT)
  const isAnswered = () => models.claude.asked.filter(({ body }) => body.includes('play stall')).length > 1
  await vi.waitFor(() => expect(isAnswered()).toBe(true), LIMIT)
  expect(await team.show('claude')).toMatchObject({ generation: 1 })
})

const hasEnded = ({ says }: { readonly says: string }) => says === 'ended its turn'
