// The real programs as agents of a real cmux: their model calls our tool, and the message is there, from whom the token says.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Message } from '../../src/protocol/messages/message.ts'
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
  '[L1] [M7] %s starts without a person, and sends a message by the tool that cmux gives it with its first prompt',
  async (name) => {
    const { team, models } = stage
    const sent = await vi.waitFor(async () => {
      const [message] = await mailFrom(name)
      if (message) return message
      const { evidence } = await team.show(name)
      throw new Error(`no mail from ${name}: ${JSON.stringify(evidence)}`)
    }, LIMIT)
    const first = models[name].asked.find(({ body }) => body.includes('play mail') && hasTools(body))
    expect(first?.body).toContain('send_message')
    expect(await promptsTo(name)).toEqual([expect.stringMatching(/Enter pressed$/)])
    expect(sent).toMatchObject({ from: name, trust: 'agent', to: 'owner', body: 'words of the script' })
    const isTold = () => models[name].asked.some(({ body }) => body.includes(`accepted: message ${sent.id}`))
    await vi.waitFor(() => expect(isTold()).toBe(true), LIMIT)
  },
)

async function mailFrom(agent: string): Promise<Message[]> {
  const { json } = await stage.team.ask('GET', `/api/messages?agent=${agent}&with=owner`)
  return (json as { items: Message[] }).items.filter(({ from }) => from === agent)
}

/** What was done to give it its task, which is the only message that it was sent. */
async function promptsTo(agent: string): Promise<string[]> {
  const { json } = await stage.team.ask('GET', `/api/messages?agent=${agent}`)
  const tasks = (json as { items: Message[] }).items.filter(({ to }) => to === agent)
  const steps = tasks.flatMap(({ evidence }) => evidence)
  return steps.filter(({ receipt }) => receipt === 'pasted').map(({ says }) => says)
}

/** Beside the conversation a title is asked for, without any tools. */
const hasTools = (body: string) => /"(tools|functionDeclarations)":\s*\[\s*\{/.test(body)
