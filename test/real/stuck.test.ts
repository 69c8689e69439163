// A model that says nothing, and the real programs with their spinners turning: they are found by what they do, which is nothing.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ShownAgent } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT, type Played } from './programs.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 120_000, interval: 100 }
const SHORT = { nudgeSec: 6, interruptSec: 9, restartSec: 60 }

let built: BuiltCmux
let stage: Stage
const stepsBefore = new Map<Played, number>()
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT, { limits: { worker: SHORT } })
  // One start after the other, since a slow one would be looked at, too. Those who are silent need no processor.
  for (const name of PRESENT) await giveSilentTask(name)
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** The model is silent once: the turn that is taken again is answered. */
async function giveSilentTask(name: Played): Promise<void> {
  const { team } = stage
  await stage.spawn(name, 'play hello')
  await team.until(name, ({ status, evidence }) => status === 'idle' && evidence.some(hasEnded))
  // A start on a busy machine may have been looked at, too.
  stepsBefore.set(name, (await stepsOf(name)).length)
  const body = { id: silentTask(name), to: name, body: 'play stall' }
  expect((await team.ask('POST', '/api/messages', body)).status).toBe(201)
}

const silentTask = (name: Played) => `silent-${name}`
const hasEnded = ({ says }: ShownAgent['evidence'][number]) => says === 'ended its turn'

async function stepsOf(name: Played): Promise<string[]> {
  const steps = await stage.team.events('agent.unmoved')
  return steps
    .filter(({ data }) => data['agent'] === name)
    .map(({ data }) => `${String(data['fault'])}: ${String(data['rung'])}`)
}

test.each(PRESENT)(
  '[L2] [H9] %s with a silent model is looked at, nudged and interrupted while its spinner turns, and then goes on',
  async (name) => {
    const { team, models } = stage
    await team.told('agent.unmoved', { agent: name, fault: 'frozen', rung: 'interrupt' })
    const steps = (await stepsOf(name)).slice(stepsBefore.get(name))
    expect(steps).toEqual(['frozen: look', 'frozen: nudge', 'frozen: interrupt'])
    await team.reaches(silentTask(name), 'seen', LIMIT)
    const isAnswered = () => models[name].asked.filter(({ body }) => body.includes('play stall')).length > 1
    await vi.waitFor(() => expect(isAnswered()).toBe(true), LIMIT)
    expect(await team.show(name)).toMatchObject({ generation: 1 })
  },
)
