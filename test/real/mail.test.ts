// Mail to the real programs: what their own hooks, transcripts and screens make of it.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Message } from '../../src/protocol/messages/message.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT, type Played } from './programs.ts'
import { startStage, type Stage } from './stage.ts'

const PLAYED = ['claude', 'codex'] as const
const LIMIT = { timeout: 120_000, interval: 100 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT)
  await Promise.all(PRESENT.map((name) => stage.spawn(name, 'play hello and remember the first words')))
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const show = (id: string) => stage.team.message(id)
const reaches = (id: string, receipt: Message['receipt']) => stage.team.reaches(id, receipt, LIMIT)

async function send(to: Played, what: string, body: string): Promise<string> {
  const id = `${to}-${what}`
  const reply = await stage.team.ask('POST', '/api/messages', { id, to, body })
  expect(reply.status).toBe(201)
  return id
}

const waitsFor = (id: string, why: string) =>
  vi.waitFor(async () => expect((await show(id)).waitsFor).toContain(why), LIMIT)

/** In how many deliveries its model was given it. Claude Code itself writes what a Stop hook says twice into the conversation. */
function timesHeard(name: Played, id: string): number {
  const found = stage.models[name].asked.flatMap(({ body }) => [
    ...body.matchAll(/\[cmux mail (dlv_\w+): \d+ messages?\](.*?)\[end of cmux mail /gs),
  ])
  return new Set(found.flatMap(([, delivery, text]) => (text?.includes(` id: ${id} `) ? [delivery] : [])))
    .size
}

/** The task that it was spawned with is done, and it waits. */
const rests = (name: Played) =>
  stage.team.until(
    name,
    ({ status, evidence }) => status === 'idle' && evidence.some(({ says }) => says === 'ended its turn'),
  )

const stepsOf = ({ evidence }: Message) => evidence.map(({ receipt, source }) => `${receipt} ${source}`)

test.each(PLAYED)('[P2] [M7] to %s at rest: pasted, and its hook tells that it was taken', async (name) => {
  await rests(name)
  const message = await reaches(await send(name, 'idle', 'play hello'), 'seen')
  expect(stepsOf(message)).toEqual(['accepted cmux', 'pasted cmux', 'submitted hook', 'seen hook'])
  expect(timesHeard(name, message.id)).toBe(1)
})

test.each(PLAYED)(
  '[P2] [M8] to %s at work, and while it asks: it waits, and comes with the end of the turn',
  async (name) => {
    await send(name, 'asking', 'play ask')
    await stage.team.becomes(name, 'working')
    const busy = await send(name, 'busy', 'play hello')
    await waitsFor(busy, 'it is at work')
    stage.models[name].release()
    await stage.team.becomes(name, 'waiting')
    const asked = await send(name, 'asked', 'play hello')
    // Codex shows no dialog: it waits in the middle of its tool until the queue has answered.
    await waitsFor(asked, name === 'claude' ? 'it asks' : 'it is at work')
    expect([timesHeard(name, busy), timesHeard(name, asked)]).toEqual([0, 0])
    await stage.allow(name)
    const [first, second] = [await reaches(busy, 'seen'), await reaches(asked, 'seen')]
    expect([first, second].map(({ evidence }) => evidence.map(({ says }) => says))).toEqual([
      expect.arrayContaining(['given with the end of its turn']),
      expect.arrayContaining(['given with the end of its turn']),
    ])
    expect([timesHeard(name, busy), timesHeard(name, asked)]).toEqual([1, 1])
  },
)

async function interrupt(name: Played): Promise<void> {
  expect(await stage.team.cmux.run('agent', 'interrupt', name)).toMatchObject({ code: 0 })
}

/** How it is stopped, before its model has said a word. */
const STOPS = {
  'agent interrupt': interrupt,
  'Escape at its terminal': async (name: Played) => stage.type(name, '\u001b'),
  'agent interrupt, and kill -9 of the server': async (name: Played) => {
    await interrupt(name)
    process.kill((await stage.team.cmux.family()).leader, 'SIGKILL')
  },
} as const

const stops = PLAYED.flatMap((name) => Object.entries(STOPS).map(([how, stop]) => ({ name, how, stop })))

test.each(stops)('[L3] [P2] $how is final, and loses nothing: $name', async ({ name, how, stop }) => {
  await stage.team.becomes(name, 'idle')
  const key = how.replaceAll(/\W+/g, '-')
  const stopped = await send(name, `stopped-${key}`, 'play slow')
  await reaches(stopped, 'submitted')
  await vi.waitFor(() => expect(timesHeard(name, stopped)).toBe(1), LIMIT)
  await stop(name)
  // Other mail is taken, so its line was cleared; and what was stopped did not come with it.
  const after = await send(name, `after-${key}`, 'play hello')
  await reaches(after, 'seen')
  expect(isFinal(await show(stopped))).toBe(true)
  expect(timesHeard(name, stopped)).toBe(1)
  await stage.team.becomes(name, 'idle')
  if (how !== 'agent interrupt') return
  expect((await show(stopped)).receipt).toBe('interrupted')
  expect(await stage.team.cmux.run('message', 'send-again', stopped)).toMatchObject({ code: 0 })
  await vi.waitFor(() => expect(timesHeard(name, stopped)).toBe(2), LIMIT)
  await interrupt(name)
})

/** Codex keeps what was asked in its conversation when it is stopped, so at its terminal nothing is to be sent again. */
const isFinal = ({ receipt }: Message) => receipt === 'interrupted' || receipt === 'seen'

test.each(PRESENT)('[P2] /clear and /compact in between lose nothing: %s', async (name) => {
  await rests(name)
  let last = await send(name, 'before', 'play hello')
  await reaches(last, 'seen')
  for (const command of ['clear', 'compact'] as const) {
    await stage.team.becomes(name, 'idle')
    const ask = async () => (await stage.team.ask('POST', `/api/agents/${name}/${command}`)).status
    const askedBefore = stage.models[name].asked.length
    await vi.waitFor(async () => expect(await ask()).toBe(202), LIMIT)
    const id = await send(name, command, 'play hello')
    if (name === 'codex' && command === 'clear') {
      // In a git repository it asks where the new conversation is to run.
      await waitsFor(id, 'it asks (question)')
      await stage.waitForScreen(name, 'dialog')
      stage.type(name, '\r')
    }
    await reaches(id, 'seen')
    expect(timesHeard(name, id)).toBe(1)
    const since = stage.models[name].asked.slice(askedBefore).map(({ body }) => body)
    const isWithIt = (body: string) => body.includes(` id: ${id} `)
    const knowsLast = since.find(isWithIt)?.includes(` id: ${last} `)
    const isSummedUp = since.some((body) => !isWithIt(body))
    // A new conversation knows nothing of the mail before; a shortened one was summed up by the model first.
    expect(command === 'clear' ? knowsLast === false : isSummedUp).toBe(true)
    last = id
  }
})
