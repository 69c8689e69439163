// The real programs as agents of a real cmux: their model calls our tool, and the message is there, from whom the token says.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Message } from '../../src/protocol/message.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT } from './programs.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 1000 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT)
  await Promise.all(PRESENT.map((name) => stage.spawn(name, 'play mail')))
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

test.each(PRESENT)(
  '[M7] %s sends a message by the tool that cmux gives it, without asking anybody',
  async (name) => {
    const { team, models } = stage
    const sent = await vi.waitFor(async () => {
      const [message] = await mailFrom(name)
      if (message) return message
      const { status, evidence } = await team.show(name)
      // Some take a prompt before they have spoken to the servers of their tools: then the script has to be played again.
      if (status === 'idle') await team.ask('POST', '/api/messages', { to: name, body: 'play mail' })
      throw new Error(`no mail from ${name}: ${JSON.stringify(evidence)}`)
    }, LIMIT)
    expect(sent).toMatchObject({ from: name, trust: 'agent', to: 'owner', body: 'words of the script' })
    const isTold = () => models[name].asked.some(({ body }) => body.includes(`accepted: message ${sent.id}`))
    await vi.waitFor(() => expect(isTold()).toBe(true), LIMIT)
  },
)

async function mailFrom(agent: string): Promise<Message[]> {
  const { json } = await stage.team.ask('GET', `/api/messages?agent=${agent}&with=owner`)
  return (json as { items: Message[] }).items.filter(({ from }) => from === agent)
}
